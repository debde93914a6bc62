import { canWriteField } from '../access/field-access.ts';
import { jsonSchemaOf } from '../model/json-schema.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * The members of a body that must be there and may be null. Formats that leave out what is null put it back, so that what
 * was got can be sent.
 */
export const requiredNullableMembers = memoizePerObject(({ input, resource }: Operation): readonly string[] => {
  let required: unknown;
  try {
    required = input && jsonSchemaOf(input, 'input')['required'];
  } catch {
    return []; // A library that does not tell: then the schema alone has the word.
  }
  return Array.isArray(required)
    ? (required as string[]).filter((name) => resource.fieldByName.get(name)?.nullable)
    : [];
});

/** The required nulls that a body lacks, of the members that the user of a run may send. */
export function missingNullableMembers(value: Readonly<Record<string, unknown>>, run: OperationRun): readonly string[] {
  const { hasWriteRules } = run.operation.resource;
  const missing = requiredNullableMembers(run.operation).filter((name) => !(name in value));
  return hasWriteRules ? missing.filter((name) => canWriteField(name, run, value)) : missing;
}
