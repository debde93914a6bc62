import { UnprocessableContentError, isObject } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { PendingWrite } from '../../model/pending-write.ts';
import { isSameValue } from './changed-members.ts';

/**
 * Rejects new links with an identifier that no item can have, such as an empty text. Only links that are not compared with
 * existing items are checked here, and links that are IRIs cannot have such an identifier.
 *
 * @throws {UnprocessableContentError} 422 with the pointers of the links
 */
export function assertLinks({ operation, previous }: PendingWrite, validated: unknown): void {
  const { resource, kind } = operation;
  // The members of a custom operation are not fields, even when they have the same names.
  if (kind === 'custom' || !isObject(validated)) return;
  const violations: Violation[] = [];
  for (const field of resource.fields) {
    const { name, link } = field;
    if (link?.as !== 'id' || resource.checkedLinks.includes(field)) continue;
    const value = validated[name];
    const before = [previous?.[name]].flat();
    for (const [index, id] of [value].flat().entries())
      if (isInvalid(id, link.to) && !before.some((each) => isSameValue(each, id)))
        violations.push({
          pointer: Array.isArray(value) ? `/${name}/${index}` : `/${name}`,
          detail: message('jsonapi.unknown-identifier'),
          code: 'invalid_identifier',
        });
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, MAX_VIOLATIONS));
}

const MAX_VIOLATIONS = 50;

function isInvalid(id: unknown, { identifier }: ResourceModel): boolean {
  const { keys } = identifier;
  const item = keys.length === 1 ? { [keys[0]!]: id } : id;
  return isObject(item) && identifier.invalidKeys(item).length > 0;
}
