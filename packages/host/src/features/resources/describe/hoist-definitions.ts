import { isObject } from 'oriel-core/http';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Reference } from './components.ts';

/**
 * Returns a schema whose local references lead to components: those to its definitions, and `#` of a schema that contains
 * itself. The definitions become components. Definitions without a name of the application are replaced by their schema unless they
 * contain themselves.
 *
 * @param name the name of the component if the schema contains itself
 * @param add adds a component for the first use of a key, and returns its reference
 */
export function hoistDefinitions(
  document: JsonSchema,
  name: string,
  add: (key: string, name: string, make: () => JsonSchema) => Reference,
): JsonSchema {
  const references = new Map<string, JsonSchema>();
  const referTo = (pointer: string): JsonSchema => {
    let reference = references.get(pointer);
    if (reference !== undefined) return reference;
    const target = findSchema(document, pointer);
    if (target === undefined) return {};
    const closure = collectReferences(document, pointer);
    const last = pointer === '#' ? name : decodeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
    const isGenerated = GENERATED.test(last);
    if (isGenerated && !closure.has(pointer)) return convert(target);
    // Equal definitions of several schemas are one component.
    const key = JSON.stringify([last, target, ...closure]);
    reference = add(key, isGenerated ? 'Value' : last, () => convert(target));
    references.set(pointer, reference);
    return reference;
  };
  const convert = (schema: JsonSchema): JsonSchema => mapSchema(schema, referTo);
  const converted = convert(document);
  return references.get('#') ?? converted;
}

// Names that zod and ArkType generate.
const GENERATED = /^(?:__schema|alias|domain|intersection|morph|proto|union|unit)\d+$/;

function mapSchema(schema: JsonSchema, referTo: (pointer: string) => JsonSchema): JsonSchema {
  const { $defs: _, definitions: __, $ref, ...rest } = schema;
  const mapped = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [
      keyword,
      VALUES.has(keyword) ? value : mapValue(value, referTo, BY_NAME.has(keyword)),
    ]),
  );
  if (typeof $ref !== 'string') return mapped;
  return isLocal($ref) ? { ...referTo($ref), ...mapped } : { $ref, ...mapped };
}

function mapValue(value: unknown, referTo: (pointer: string) => JsonSchema, isByName: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => mapValue(each, referTo, false));
  if (!isObject(value)) return value;
  if (!isByName) return mapSchema(value, referTo);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapValue(each, referTo, false)]));
}

// Keywords with values of the application, and those whose members are schemas by name.
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples']);
const BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Returns the schemas that a schema refers to, directly or not, by their pointers. */
function collectReferences(document: JsonSchema, pointer: string): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): void => {
    mapSchema(schema, (each) => {
      const target = findSchema(document, each);
      if (target !== undefined && !found.has(each)) {
        found.set(each, target);
        visit(target);
      }
      return {};
    });
  };
  visit(findSchema(document, pointer) ?? {});
  return found;
}

function isLocal(reference: string): boolean {
  return reference.startsWith('#') && !reference.startsWith('#/components/');
}

function findSchema(document: JsonSchema, pointer: string): JsonSchema | undefined {
  let found: unknown = document;
  for (const step of pointer.split('/').slice(1))
    found = isObject(found) || Array.isArray(found) ? (found as Record<string, unknown>)[decodeStep(step)] : undefined;
  return isObject(found) ? found : undefined;
}

function decodeStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}
