import { message } from 'oriel-core/messages';
import { parseEntityTags } from '../../../http/headers/entity-tag.ts';
import { evaluatePreconditions } from '../../../http/preconditions.ts';
import type { Verdict } from '../../../http/preconditions.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { Operation } from '../model/operation.ts';

/**
 * Evaluates the preconditions of an operation that adds items to a list or changes items of a list. The list is not read, so entity tags cannot be compared. They fail, because
 * performing the request could do what the client wants to prevent (RFC 9110 §13.1.1). A list has no modification date, so
 * `If-Unmodified-Since` is ignored (§13.1.4).
 */
export function evaluateListChange({ context, operation }: PendingWrite): Verdict {
  const { method, headers } = context;
  const exists = hasList(operation);
  const header = exists ? WITH_TAGS.find((name) => isListOfTags(headers.get(name.toLowerCase()))) : undefined;
  if (header !== undefined) {
    const detail = message('precondition.list-tag', { header });
    return { outcome: 'failed', because: String(detail), detail };
  }
  const matchesNone = (): boolean => false;
  const validators = { exists, isState: matchesNone, isRepresentation: matchesNone, lastModified: undefined };
  return evaluatePreconditions(method, headers, validators);
}

/** Whether an operation adds items to a list or changes items of a list: POST and bulk PATCH. */
export function isListChange({ kind }: Operation): boolean {
  return kind === 'create' || kind === 'bulk';
}

const WITH_TAGS = ['If-Match', 'If-None-Match'] as const;

function isListOfTags(header: string | undefined): boolean {
  return header !== undefined && parseEntityTags(header) !== '*';
}

// A path without GET has no representation.
function hasList({ resource, path }: Operation): boolean {
  return resource.operations.some((operation) => operation.kind === 'list' && operation.path === path);
}
