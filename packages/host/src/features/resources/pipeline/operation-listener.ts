import type { Subscriber } from '../../../events/subscriber.ts';
import type { ResponseEvent } from '../../../kernel/events.ts';
import { getOperation } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';

/** Creates a listener for requests to the operations that `appliesTo` accepts, by default all. Each function calls one step. */
export function operationListener(name: string, { appliesTo, ...on }: OperationListener): Subscriber {
  return {
    name,
    on,
    appliesTo(route) {
      const operation = getOperation(route);
      return operation !== undefined && appliesTo?.(operation) !== false;
    },
  };
}

interface OperationListener {
  readonly appliesTo?: (operation: Operation) => boolean;
  readonly [event: `kernel.${string}`]: Subscriber['on'][string];
}

/** Returns the operation of a response; undefined for a redirect by the router. */
export function operationOfResponse({ context, response }: ResponseEvent): Operation | undefined {
  const { route } = context;
  if (route === undefined || (response.status === 301 && context.operation === undefined)) return undefined;
  return getOperation(route.data);
}
