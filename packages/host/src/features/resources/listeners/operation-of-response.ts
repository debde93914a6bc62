import { operationOf } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import type { ResponseEvent } from '../../../kernel/events.ts';

/** Returns the operation of a response; undefined for a redirect by the router. */
export function operationOfResponse({ context, response }: ResponseEvent): Operation | undefined {
  const { route } = context;
  if (route === undefined || (response.status === 301 && context.operation === undefined)) return undefined;
  return operationOf(route.data);
}
