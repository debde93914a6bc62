import type { Trace } from 'oriel-core/trace';
import { OutgoingBody } from './outgoing-bodies.ts';

/** A request of `node:http`, as its diagnostics channels pass it. */
export interface SentMessage {
  getHeader?(name: string): unknown;
  /** The head as it is sent. Headers that are given as a list are only in it. */
  readonly _header?: string | null;
}

/** The response to it. */
export interface ReceivedMessage {
  readonly headers?: Readonly<Record<string, unknown>>;
}

/**
 * Observes the chunks of a request, which has no channel for them. Call it before the first one is written.
 *
 * @param onBody called with the body when its first chunk is written
 */
export function observeSentBody(
  request: SentMessage,
  cap: number,
  trace: Trace,
  onBody: (body: OutgoingBody) => void,
): void {
  let body: OutgoingBody | undefined;
  observeChunks(request, ['write', 'end'], (chunk, encoding) => {
    if (chunk === null) return;
    if (!body) onBody((body = new OutgoingBody(cap, trace, (name) => readHeader(request, name))));
    body.add(chunk, encoding);
  });
}

/**
 * Observes the chunks of a response, before the first one arrives. The response need not be read: Node.js adds received chunks to it.
 *
 * @param cap the most bytes that are kept; 0 for no body
 * @param onEnd called when the whole body has arrived
 */
export function observeReceivedBody(
  response: ReceivedMessage,
  cap: number,
  trace: Trace,
  onEnd: () => void,
): OutgoingBody | undefined {
  const body = cap === 0 ? undefined : new OutgoingBody(cap, trace, (name) => toText(response.headers?.[name]));
  observeChunks(response, ['push'], (chunk, encoding) => (chunk === null ? onEnd() : body?.add(chunk, encoding)));
  return body;
}

function observeChunks(
  stream: object,
  names: readonly string[],
  listener: (chunk: unknown, encoding: unknown) => void,
): void {
  const methods = stream as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name]!;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const [chunk] = args;
      if (typeof chunk === 'string' || ArrayBuffer.isView(chunk) || chunk === null) listener(chunk, args[1]);
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(value, 'name', { value: method.name, configurable: true });
    Object.defineProperty(value, 'length', { value: method.length, configurable: true });
    Object.defineProperty(stream, name, { value, writable: true, configurable: true });
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readHeader(request: SentMessage, name: string): string | undefined {
  return toText(request.getHeader?.(name)) ?? new RegExp(`^${name}: *(.*)$`, 'im').exec(request._header ?? '')?.[1];
}
