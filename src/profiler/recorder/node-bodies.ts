import type { Trace } from '../../core/trace/trace.ts';
import { OutgoingBody } from './outgoing-bodies.ts';

/** A request of `node:http`, as its diagnostics channels pass it. */
export interface SentMessage {
  getHeader?(name: string): unknown;
}

/** The response to it. */
export interface ReceivedMessage {
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Observes the chunks of a request, which has no channel for them. Call it before the first one is written. */
export function observeSentBody(request: SentMessage, cap: number, trace: Trace): void {
  if (observed.has(request)) return;
  observed.add(request);
  observeChunks(request, ['write', 'end'], (chunk, encoding) => {
    let body = sentBodies.get(request);
    if (!body) {
      body = new OutgoingBody(cap, trace, (name) => textOf(request.getHeader?.(name)));
      sentBodies.set(request, body);
    }
    body.add(chunk, encoding);
  });
}

/** Returns what was written to a request until now; undefined if nothing was. */
export function sentBodyOf(request: object): OutgoingBody | undefined {
  return sentBodies.get(request);
}

/** Observes the chunks of a response, before the first one arrives. */
export function observeReceivedBody(response: ReceivedMessage, cap: number, trace: Trace): OutgoingBody {
  const body = new OutgoingBody(cap, trace, (name) => textOf(response.headers?.[name]));
  observeChunks(response, ['push'], (chunk, encoding) => body.add(chunk, encoding));
  return body;
}

const observed = new WeakSet<object>();
const sentBodies = new WeakMap<object, OutgoingBody>();

function observeChunks(
  stream: object,
  names: readonly string[],
  listener: (chunk: unknown, encoding: unknown) => void,
): void {
  const methods = stream as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name]!;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      if (typeof args[0] === 'string' || ArrayBuffer.isView(args[0])) listener(args[0], args[1]);
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(stream, name, { value, writable: true, configurable: true });
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
