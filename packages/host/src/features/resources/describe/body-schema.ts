import { describeTypes } from '../../../http/declared-output.ts';
import { getKind, getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { Reference } from './components.ts';
import { withRestrictedNote, requiredMembers, wireSchema } from './wire-schema.ts';

/** Returns the JSON Schema of the plain JSON body of an operation. Members that a client may only repeat are read-only. */
export function bodySchema(operation: Operation, described: JsonSchema, item: JsonSchema): JsonSchema {
  const { resource, inputMembers, kind } = operation;
  const { required: _, ...plain } = wireSchema(described, resource);
  const isOpen = (name: string): boolean => {
    const field = kind === 'custom' ? undefined : resource.fieldByName.get(name);
    return field === undefined || (field.read === 'public' && field.write === 'public');
  };
  const isWritable = (name: string): boolean => kind === 'custom' || resource.fieldByName.get(name)?.write !== 'never';
  const members = Object.entries(getProperties(plain)).flatMap(([name, schema]) =>
    isWritable(name) ? [[name, isOpen(name) ? schema : withRestrictedNote(schema)] as const] : [],
  );
  const set = setFields(operation);
  // A change keeps fields that its user cannot write, so they are not required.
  const isKept = (name: string): boolean => CHANGES.includes(kind) && !isOpen(name);
  const required = requiredMembers(described).filter(
    (name) => !set.includes(name) && !isKept(name) && isWritable(name),
  );
  const repeated = inputMembers === undefined || !CHANGES.includes(kind) ? [] : Object.entries(getProperties(item));
  const readOnly = repeated.filter(([name]) => !inputMembers!.includes(name) || !isWritable(name));
  return {
    ...plain,
    properties: {
      ...(Object.fromEntries(members) as JsonSchema),
      ...Object.fromEntries(readOnly.map(([name, schema]) => [name, { ...schema, readOnly: true }])),
    },
    ...(required.length > 0 ? { required } : {}),
    ...(inputMembers === undefined ? {} : { additionalProperties: false }),
  };
}

/** Returns the members of a merge patch. Those that the schema converts may also have the value that was received. */
export function patchMembers(body: JsonSchema, item: JsonSchema, toPartial: ToPartial): JsonSchema {
  const stored = getProperties(item);
  const members = Object.entries(getProperties(body)).map(([name, schema]) => {
    const other = stored[name];
    const accepted = other && isConverted(schema, other) ? { anyOf: [schema, other] } : schema;
    return [name, withoutRequired(accepted, toPartial)] as const;
  });
  return Object.fromEntries(members);
}

function isConverted(input: JsonSchema, output: JsonSchema): boolean {
  const { kind } = getKind(input);
  return kind !== getKind(output).kind || (kind === 'json' && describeTypes(input) !== describeTypes(output));
}

/** Returns the component of which no member is required, for a component. */
type ToPartial = (reference: Reference) => Reference;

/** Returns a schema of which no member is required. */
export function withoutRequired({ oneOf, ...schema }: JsonSchema, toPartial: ToPartial): JsonSchema {
  const convert = (element: JsonSchema): JsonSchema => withoutRequired(element, toPartial);
  // A part of an object may match several alternatives, so that `oneOf` becomes `anyOf`.
  const { anyOf = oneOf, properties, required: _, $ref, ...rest } = schema;
  const changed = {
    ...(typeof $ref === 'string' ? toPartial({ $ref }) : {}),
    ...(Array.isArray(anyOf) ? { anyOf: (anyOf as JsonSchema[]).map(convert) } : {}),
  };
  if (properties === undefined) return { ...schema, ...changed };
  const members = Object.entries(getProperties(schema)).map(([name, member]) => [name, convert(member)] as const);
  return { ...rest, ...changed, properties: Object.fromEntries(members) };
}

const CHANGES: readonly Operation['kind'][] = ['replace', 'patch', 'bulk'];

/** Returns a schema that accepts null and all values of the given schema; the given schema if it accepts null. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: readonly JsonSchema[] };
  const applied = APPLIED_TO_NULL.filter((keyword) => keyword in schema);
  if (applied.length === 0 && Array.isArray(type)) return { ...schema, type: [...new Set([...type, 'null'])] };
  if (applied.length === 0 && typeof type === 'string') return { ...schema, type: [type, 'null'] };
  const hasNull = type === undefined && anyOf?.some((branch) => branch['type'] === 'null') === true;
  return applied.join() === 'anyOf' && hasNull ? schema : { anyOf: [schema, { type: 'null' }] };
}

// The other keywords apply to values of one type only, so that null is valid.
const APPLIED_TO_NULL = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref', '$dynamicRef'];

// The fields that the path or the tenant sets.
function setFields({ kind, collectionPath, resource: { tenant } }: Operation): string[] {
  if (kind === 'custom') return [];
  return [...collectionPath.fieldVariables.map(({ field }) => field.name), ...(tenant ? [tenant.field] : [])];
}
