import type { JsonSchema } from '../model/json-schema.ts';
import { decodeStep, findSchema, replaceReferences } from '../model/schema-references.ts';
import type { Reference } from './components.ts';

/** Returns a schema whose references lead to components. Definitions without a name are inlined unless they contain themselves. */
export function hoistDefinitions(
  document: JsonSchema,
  name: string,
  add: (key: string, name: string, make: () => JsonSchema) => Reference,
): JsonSchema {
  const references = new Map<string, JsonSchema>();
  const convert = (schema: JsonSchema): JsonSchema => replaceReferences(schema, refer);
  const refer = (pointer: string): JsonSchema => {
    if (!pointer.startsWith('#') || pointer.startsWith('#/components/')) return { $ref: pointer };
    const target = findSchema(document, pointer);
    if (target === undefined || references.has(pointer)) return references.get(pointer) ?? {};
    const closure = collectReferences(document, target);
    const last = pointer === '#' ? name : decodeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
    const isGenerated = GENERATED.test(last);
    if (isGenerated && !closure.has(pointer)) return convert(target);
    // Equal definitions of several schemas are one component.
    const key = JSON.stringify([last, target, ...closure]);
    const reference = add(key, isGenerated ? 'Value' : last, () => convert(target));
    references.set(pointer, reference);
    return reference;
  };
  const converted = convert(document);
  return references.get('#') ?? converted;
}

// Names that zod and ArkType generate.
const GENERATED = /^(?:__schema|alias|domain|intersection|morph|proto|union|unit)\d+$/;

/** Returns the schemas that a schema refers to, directly or not, by their pointers. */
function collectReferences(
  document: JsonSchema,
  schema: JsonSchema,
  found = new Map<string, JsonSchema>(),
): ReadonlyMap<string, JsonSchema> {
  replaceReferences(schema, (pointer) => {
    const target = pointer.startsWith('#') ? findSchema(document, pointer) : undefined;
    if (target !== undefined && !found.has(pointer)) collectReferences(document, target, found.set(pointer, target));
    return {};
  });
  return found;
}
