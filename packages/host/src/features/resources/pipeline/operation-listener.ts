import type { Subscriber } from '../../../events/subscriber.ts';
import type { ResponseEvent } from '../../../kernel/events.ts';
import { operationOf } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';

/**
 * Creates a listener for the requests to operations.
 *
 * @param name its name in profiles
 * @param appliesTo returns whether it can do something for an operation
 * @param on its functions by event, each of which calls one step of the operation
 */
export function operationListener(
  name: string,
  appliesTo: (operation: Operation) => boolean,
  on: Subscriber['on'],
): Subscriber {
  return {
    name,
    on,
    appliesTo(route) {
      const operation = operationOf(route);
      return operation !== undefined && appliesTo(operation);
    },
  };
}

/** For listeners of all operations. */
export const always = (): boolean => true;

/** Returns the operation of a response; undefined for a redirect by the router. */
export function operationOfResponse({ context, response }: ResponseEvent): Operation | undefined {
  const { route } = context;
  if (route === undefined || (response.status === 301 && context.operation === undefined)) return undefined;
  return operationOf(route.data);
}
