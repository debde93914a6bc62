import { enterTrace } from 'oriel-core/trace';
import { copySignature } from '../drivers/replace-method.ts';
import { callMethod } from '../own-frames.ts';
import { getExchange } from './current-exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Method } from './own-method.ts';
import { recordedResponse } from './recorded-response.ts';

/**
 * Observes what requests receive and what responses send, with methods of their prototypes. Own methods of each request and response
 * would take more time, and would see the chunks of a class of the application before it changes them.
 *
 * @returns a function that restores the methods
 */
export function replaceMessageMethods(): () => void {
  // An import would read all members of the module, and `WebSocket` loads undici, which takes 30 ms.
  const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
  const restore = [
    replaceMethod(IncomingMessage.prototype, 'push', (push) => {
      return function (...args) {
        const exchange = getExchange(this as object);
        if (exchange === undefined) return Reflect.apply(push, this, args);
        return receiveChunk(exchange, push, this, args);
      };
    }),
    ...(['write', 'end', 'writeHead'] as const).map((name) =>
      replaceMethod(ServerResponse.prototype, name, (method) => {
        return function (...args) {
          const recorded = recordedResponse(this as object);
          return recorded === undefined ? callMethod(method, this, args) : recorded[name](method, this, args);
        };
      }),
    ),
  ];
  return () => restore.forEach((callback) => callback());
}

/**
 * Captures a chunk of the body of a request. The parser passes it to `push`, whether the application reads it as a stream, by events or not at
 * all. It does so in the context of the connection, so listeners of `data` and `end` would run outside of the request.
 */
export function receiveChunk(
  { requestBody, trace }: Exchange,
  push: Method,
  self: unknown,
  args: readonly unknown[],
): unknown {
  requestBody.add(args[0], args[1]);
  enterTrace(trace);
  // Listeners of the application run in here. Nothing catches what they throw, so that Node.js prints where they threw it.
  return Reflect.apply(push, self, args);
}

// The prototype may inherit the method.
function replaceMethod(prototype: object, name: string, wrap: (method: Method) => Method): () => void {
  const methods = prototype as Record<string, Method>;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const original = methods[name]!;
  const value = wrap(original);
  copySignature(value, original);
  Object.defineProperty(prototype, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: descriptor?.enumerable ?? false,
  });
  return () => {
    // The application may have replaced it as well.
    if (methods[name] !== value) return;
    if (descriptor) Object.defineProperty(prototype, name, descriptor);
    else delete methods[name];
  };
}
