import { kindOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { Reference } from './components.ts';
import { withRestrictedNote, requiredMembers, wireSchema } from './wire-schema.ts';

/**
 * Returns the JSON Schema of the plain JSON body of an operation. Members of the item that a client may send back unchanged
 * are read-only, and fields that the path or the tenant sets are optional.
 *
 * @param described the schema of the request body
 * @param item the schema of the item in responses
 */
export function bodySchema(operation: Operation, described: JsonSchema, item: JsonSchema): JsonSchema {
  const { resource, inputMembers, kind } = operation;
  const { required: _, ...plain } = wireSchema(described, resource);
  const isOpen = (name: string): boolean => {
    const field = kind === 'custom' ? undefined : resource.fieldByName.get(name);
    return field === undefined || (field.read === 'public' && field.write === 'public');
  };
  const isWritable = (name: string): boolean => kind === 'custom' || resource.fieldByName.get(name)?.write !== 'never';
  const members = Object.entries(propertiesOf(plain)).flatMap(([name, schema]) =>
    isWritable(name) ? [[name, isOpen(name) ? schema : withRestrictedNote(schema)] as const] : [],
  );
  const set = setFields(operation);
  // A change keeps fields that its user cannot write, so they are not required.
  const isKept = (name: string): boolean => CHANGES.includes(kind) && !isOpen(name);
  const required = requiredMembers(described).filter(
    (name) => !set.includes(name) && !isKept(name) && isWritable(name),
  );
  const repeated = inputMembers === undefined || !CHANGES.includes(kind) ? [] : Object.entries(propertiesOf(item));
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

/**
 * Returns the members of a merge patch: no member of a nested object is required, and members that the schema converts may
 * have the value that was received.
 */
export function patchMembers(body: JsonSchema, item: JsonSchema, toPartial: ToPartial): JsonSchema {
  const stored = propertiesOf(item);
  const members = Object.entries(propertiesOf(body)).map(([name, schema]) => {
    const other = stored[name];
    const accepted = other && isConverted(schema, other) ? { anyOf: [schema, other] } : schema;
    return [name, withoutRequired(accepted, toPartial)] as const;
  });
  return Object.fromEntries(members);
}

function isConverted(input: JsonSchema, output: JsonSchema): boolean {
  const { kind } = kindOf(input);
  return kind !== kindOf(output).kind || (kind === 'json' && describeTypes(input) !== describeTypes(output));
}

// Both sides of a schema without the keywords in which they differ although the types are the same.
function describeTypes(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) => (IGNORED.includes(key) ? undefined : value));
}

const IGNORED = ['default', 'required', 'additionalProperties', 'readOnly', 'description'];

/** Returns the component of which no member is required, for a component. */
type ToPartial = (reference: Reference) => Reference;

/** Returns a schema of which no member is required. */
export function withoutRequired({ oneOf, ...schema }: JsonSchema, toPartial: ToPartial): JsonSchema {
  const convert = (each: JsonSchema): JsonSchema => withoutRequired(each, toPartial);
  // A part of an object may match several alternatives, so that `oneOf` becomes `anyOf`.
  const { anyOf = oneOf, properties, required: _, $ref, ...rest } = schema;
  const changed = {
    ...(typeof $ref === 'string' ? toPartial({ $ref }) : {}),
    ...(Array.isArray(anyOf) ? { anyOf: (anyOf as JsonSchema[]).map(convert) } : {}),
  };
  if (properties === undefined) return { ...schema, ...changed };
  const members = Object.entries(propertiesOf(schema)).map(([name, each]) => [name, convert(each)] as const);
  return { ...rest, ...changed, properties: Object.fromEntries(members) };
}

/** Returns the same key for operations with the same body, so that they share a component. */
export class BodyKeys {
  readonly #keys = new Map<unknown, Map<string, object>>();

  keyOf(operation: Operation): object {
    const { input, kind } = operation;
    let known = this.#keys.get(input);
    if (known === undefined) this.#keys.set(input, (known = new Map<string, object>()));
    const variant = [CHANGES.includes(kind), ...setFields(operation)].join();
    let key = known.get(variant);
    if (key === undefined) known.set(variant, (key = { input, variant }));
    return key;
  }
}

const CHANGES: readonly Operation['kind'][] = ['replace', 'patch', 'bulk'];

// The fields that the path or the tenant sets.
function setFields({ kind, collectionPath, resource: { tenant } }: Operation): string[] {
  if (kind === 'custom') return [];
  return [...collectionPath.fieldVariables.map(({ field }) => field.name), ...(tenant ? [tenant.field] : [])];
}
