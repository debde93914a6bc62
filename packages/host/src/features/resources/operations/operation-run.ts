import type { HttpContext } from 'oriel-core/http';
import type { Page } from '../declare/list-request.ts';
import type { Identity } from '../declare/resource-store.ts';
import type { BodyDocument } from '../model/format.ts';
import { EMPTY_SCOPE, EVERYTHING } from '../model/reach.ts';
import type { Item, Reach } from '../model/reach.ts';
import { OperationCall } from '../model/operation-call.ts';
import type { BodyLink, PendingWrite } from '../model/operation-call.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';

/**
 * A call of an operation with the values that its steps have determined. Only operations and the listeners that call their steps
 * have it; all other code receives the values that it needs.
 */
export class OperationRun extends OperationCall implements PendingWrite {
  reach: Reach = EVERYTHING;
  scope: Item = EMPTY_SCOPE;
  id: Identity | undefined = undefined;
  /** The page of a list. */
  page: Page<Item> | undefined = undefined;
  previous: Item | null | undefined = undefined;
  body: BodyDocument | undefined = undefined;
  input: unknown = undefined;
  changes: Item | undefined = undefined;
  links: readonly BodyLink[] = NONE;
  /** Whether the request has preconditions, which are evaluated again immediately before a write. */
  isConditional = false;
  /** The claim on the Idempotency-Key of the request. */
  claim: IdempotencyClaim | undefined = undefined;
  /** The item after the write; undefined after a delete. */
  next: Item | undefined = undefined;
  /** Whether the write created the item. */
  isCreated = false;
  /** The response that was stored with the write, for a request with an Idempotency-Key. */
  stored: OperationResponse | undefined = undefined;
}

const NONE: readonly never[] = Object.freeze([]);

/** Returns the run of a request. @throws {TypeError} if the request is not for an operation of a resource */
export function getRun(context: HttpContext): OperationRun {
  const run = context.operation;
  if (run instanceof OperationRun) return run;
  throw new TypeError(`${context.method} ${context.path} is not an operation of a resource`);
}
