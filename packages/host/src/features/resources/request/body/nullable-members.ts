import { canWriteField } from '../../reach/field-access.ts';
import { inlineReferences } from '../../model/inline-references.ts';
import { jsonSchemaOf } from '../../model/json-schema.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import type { Operation } from '../../model/operation.ts';
import type { BodyRequest } from '../../model/pending-write.ts';

/**
 * Returns the members of a body that are required and nullable. Formats that omit null members restore them when reading, so
 * that clients can send back what they received.
 */
export const requiredNullableMembers = memoizePerObject(({ input, resource }: Operation): readonly string[] => {
  let required: unknown;
  try {
    required = input && inlineReferences(jsonSchemaOf(input, 'input'))['required'];
  } catch {
    return []; // The schema library cannot describe the input.
  }
  return Array.isArray(required)
    ? (required as string[]).filter((name) => resource.fieldByName.get(name)?.nullable)
    : [];
});

/** Returns the required nullable members that are missing in a body, of those that the user may write. */
export function missingNullableMembers(value: Readonly<Record<string, unknown>>, call: BodyRequest): readonly string[] {
  const { hasWriteRules } = call.operation.resource;
  const missing = requiredNullableMembers(call.operation).filter((name) => !(name in value));
  return hasWriteRules ? missing.filter((name) => canWriteField(name, call, value)) : missing;
}
