import { types } from 'node:util';
import { getTag, andThen } from 'oriel-core/http';
import type { Subscriber } from '../events/subscriber.ts';
import type { ViewEvent } from '../kernel/events.ts';
import { selectDeclared } from '../http/declared-output.ts';
import type { MaybePromise } from 'oriel-core/http';
import type { Replies } from '../http/route-params.ts';
import { throwReport } from './report-output.ts';
import type { ReportOutput } from './report-output.ts';

/** Data with a status and headers. A class, so that data with the same members is not mistaken for it. Created by {@link reply}. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: ReplyHeaders | undefined;

  constructor(status: number, body: unknown, headers: ReplyHeaders | undefined) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Headers by name; a list has one line for each value. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The reply settings of a route. */
export interface DeclaredReplies {
  /** If the route declares replies, their bodies are always written as JSON, texts included. */
  readonly replies?: Replies | undefined;
  /** The responses of resource operations are written by the formats of the resource. */
  readonly operation?: object | undefined;
}

/** Converts the return value of a handler to bytes and a media type: data to JSON; text, bytes,
 * streams and iterables of bytes unchanged. */
export class SerializeListener implements Subscriber {
  readonly name = 'SerializeListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };
  readonly #report: ReportOutput;

  /** @param report receives messages about replies that do not match their schema. Default: it throws them */
  constructor(report: ReportOutput = throwReport) {
    this.#report = report;
  }

  readonly appliesTo = (route: unknown): boolean => (route as DeclaredReplies).operation === undefined;

  onView(event: ViewEvent): MaybePromise<void> {
    const { value } = event;
    const replies = (event.context.route?.data as DeclaredReplies | undefined)?.replies;
    if (value instanceof Reply) {
      event.status = value.status;
      event.headers = value.headers;
      return this.#serializeDeclared(event, value.body, replies, replies !== undefined);
    }
    if (value === undefined) event.status = 204;
    return this.#serializeDeclared(event, value, replies, false);
  }

  #serializeDeclared(
    event: ViewEvent,
    value: unknown,
    replies: DeclaredReplies['replies'],
    alwaysJson: boolean,
  ): MaybePromise<void> {
    const status = event.status ?? 200;
    const schema = replies?.[status];
    if (schema === undefined) return serialize(event, value, alwaysJson);
    const { context } = event;
    const subject = `The reply ${status} of route "${context.route?.name}"`;
    const output = { schema, side: 'input', subject, setting: `replies[${status}]` } as const;
    const selected = selectDeclared(value, output, (text) => this.#report(text, context));
    return andThen(selected, (element) => serialize(event, element, alwaysJson));
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function serialize(event: ViewEvent, value: unknown, alwaysJson: boolean): void {
  if (value === undefined) return;
  if (typeof value === 'string' && !alwaysJson) return write(event, value, 'text/plain; charset=utf-8');
  if (value instanceof Uint8Array) return write(event, value, 'application/octet-stream');
  if (value instanceof ArrayBuffer) return write(event, new Uint8Array(value), 'application/octet-stream');
  if (isBlob(value)) return write(event, value.stream(), value.type || 'application/octet-stream');
  const stream = toByteStream(value);
  if (stream !== undefined) return write(event, stream, 'application/octet-stream');
  const text = isWithoutData(value) ? undefined : JSON.stringify(value);
  if (text === undefined)
    throw new TypeError(
      `The handler of route "${event.context.route?.name}" returned a ${nameOfType(value)}, which cannot be written as JSON`,
    );
  write(event, text, JSON_TYPE);
}

// JSON would be `{}`: the contents of a Map, Set, FormData, Headers or iterator are not members, and errors are not data.
function isWithoutData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function')
    return false;
  if (types.isNativeError(value) || types.isRegExp(value)) return true;
  return getTag(value) !== undefined && Object.keys(value).length === 0;
}

function nameOfType(value: unknown): string {
  return typeof value === 'object' ? String((value as object).constructor?.name ?? getTag(value)) : typeof value;
}

function write(event: ViewEvent, body: ViewEvent['body'], contentType: string): void {
  event.body = body;
  event.contentType = contentType;
}

function isBlob(value: unknown): value is Blob {
  const tag = getTag(value);
  return tag === 'Blob' || tag === 'File';
}

/**
 * Returns a value of a handler as a stream of bytes: a web stream, a Node.js stream, an asynchronous iterable or a generator of
 * texts and bytes; undefined for other values. Cancelling the stream destroys its source.
 */
function toByteStream(value: unknown): ReadableStream<Uint8Array> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (getTag(value) === 'ReadableStream') return value as ReadableStream<Uint8Array>;
  const source = value as StreamSource;
  if (!(Symbol.asyncIterator in value) && getTag(value) !== 'Generator') return undefined;
  // A stream that fails before it is read, such as one of a missing file, must not end the process.
  if (typeof source.on === 'function') source.on('error', () => {});
  const iterator = source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]!();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value: chunk } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(toBytes(chunk));
    },
    async cancel() {
      await iterator.return?.();
      // An iterator that was not started does not close its stream.
      source.destroy?.();
    },
  });
}

interface StreamSource {
  readonly [Symbol.asyncIterator]?: () => AsyncIterator<unknown>;
  readonly [Symbol.iterator]?: () => Iterator<unknown>;
  readonly on?: (event: 'error', listener: () => void) => unknown;
  readonly destroy?: () => unknown;
}

function toBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError(`A chunk of the response is ${describe(chunk)}; expected a text or bytes`);
}

function describe(chunk: unknown): string {
  return chunk === null || typeof chunk !== 'object' ? String(typeof chunk) : 'an object';
}
