import { canWriteField } from '../reach/field-access.ts';
import { describeInput } from '../model/json-schema.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { Operation } from '../model/operation.ts';
import type { BodyRequest } from '../model/operation-call.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** The members of an item in a document. They have no prototype, so that a member can have any name. */
export type Members = Record<string, unknown>;

/** Returns the members of a document without those of the format. */
export function copyMembers(document: Members, reserved: readonly string[] = []): Members {
  const members = Object.create(null) as Members;
  for (const name of Object.keys(document)) if (!reserved.includes(name)) members[name] = document[name];
  return members;
}

/**
 * Sets missing members that are required and nullable to null, for formats that omit null members, so that clients can send
 * back what they received. Members that the user cannot write are not set.
 */
export function restoreNulls(members: Members, call: BodyRequest, isOmitted: (name: string) => boolean): void {
  const { hasWriteRules } = call.operation.resource;
  const missing = requiredNullableMembers(call.operation).filter((name) => !(name in members) && isOmitted(name));
  const restored = hasWriteRules ? missing.filter((name) => canWriteField(name, call, members)) : missing;
  for (const name of restored) members[name] = null;
}

/** Returns the members of a body that are required and nullable. */
export const requiredNullableMembers = memoizePerObject(({ input, resource }: Operation): readonly string[] => {
  const { required = [] } = (describeInput(input) ?? {}) as { readonly required?: readonly string[] };
  return required.filter((name) => resource.fieldByName.get(name)?.nullable);
});

/** Whether a member is a link that is written as an IRI. */
export function isIriLink({ fieldByName }: ResourceModel, name: string): boolean {
  return fieldByName.get(name)?.link?.as === 'iri';
}

/** Whether clients may choose the identifier of a new item. */
export function acceptsIdentifier({ inputMembers, resource }: Operation): boolean {
  return inputMembers === undefined || resource.identifier.keys.every((key) => inputMembers.includes(key));
}
