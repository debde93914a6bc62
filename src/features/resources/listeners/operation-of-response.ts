import { operationOf } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import type { ResponseEvent } from '../../../core/kernel/events.ts';

/** The operation that an answer is of; none when the router gave it, to send the client to the right address. */
export function operationOfResponse({ context, response }: ResponseEvent): Operation | undefined {
  const { route } = context;
  if (route === undefined || (response.status === 301 && context.operation === undefined)) return undefined;
  return operationOf(route.data);
}
