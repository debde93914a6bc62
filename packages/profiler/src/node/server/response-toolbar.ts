import type { ServerResponse } from 'node:http';
import { types } from 'node:util';
import { tryRead } from 'oriel-core/errors';
import { hasPolicyElement, isAsciiCompatible, createPadding } from '../../view/toolbar/page-body.ts';
import type { PageResponse } from '../../view/toolbar/page-response.ts';
import type { ToolbarPlan } from '../../view/toolbar/plan-toolbar.ts';
import { HeadArguments } from './head-arguments.ts';
import { sentHeaders } from './sent-headers.ts';

/** Returns how a response changes to contain the toolbar. @param start the beginning of the body, as far as it is known */
export type PlanToolbar = (page: PageResponse, start: string | Uint8Array) => ToolbarPlan | undefined;

/**
 * Appends the toolbar to a response of Node.js whose length is known when its head is written: from `Content-Length`, or
 * because `end` has the whole body. Other bodies are streams and stay as they are.
 */
export class ResponseToolbar {
  readonly #response: ServerResponse;
  readonly #plan: PlanToolbar;
  /** The whole body, while `end` writes the head. */
  #whole: Uint8Array | undefined;
  #isDecided = false;
  #markup = '';
  /** The length of the body that the head announces, without the toolbar; undefined if it announces none. */
  #length: number | undefined;
  #written = 0;
  #start: Uint8Array = EMPTY;
  #isEnded = false;
  /** The headers before they were changed, with their names as they were set. */
  #previous: readonly (readonly [name: string, value: number | string | string[]])[] | undefined;

  constructor(response: ServerResponse, plan: PlanToolbar) {
    this.#response = response;
    this.#plan = plan;
  }

  /** Returns the arguments of `writeHead` for a response with the toolbar. */
  writeHead(args: readonly unknown[]): readonly unknown[] {
    if (this.#isDecided) return args;
    this.#isDecided = true;
    const head = tryRead(() => new HeadArguments(this.#response, args), undefined);
    return head === undefined ? args : this.#decide(head, args);
  }

  /** Restores the head, because Node.js has rejected it. */
  undo(): void {
    this.#isDecided = false;
    this.#markup = '';
    this.#length = undefined;
    if (this.#previous === undefined) return;
    for (const name of this.#response.getHeaderNames()) this.#response.removeHeader(name);
    for (const [name, value] of this.#previous) this.#response.setHeader(name, value);
    this.#previous = undefined;
  }

  #decide(head: HeadArguments, args: readonly unknown[]): readonly unknown[] {
    this.#length = getLength(head) ?? this.#whole?.length ?? internalLength(this.#response);
    if (this.#length === undefined) return this.#decideWithoutLength(head, args);
    if (this.#length === 0 || head.lines('transfer-encoding').length > 0) return args;
    if (this.#whole !== undefined && this.#whole.length !== this.#length) return args;
    const plan = this.#plan(head, this.#whole ?? EMPTY);
    if (plan === undefined) return args;
    this.#previous = getHeaders(this.#response);
    if (plan.markup === '') return head.changed(plan.headers);
    const length = [String(this.#length + plan.markup.length)];
    const changed = head.changed([...plan.headers, ['Content-Length', length]]);
    this.#markup = plan.markup;
    return changed;
  }

  /** Notes a part of the body. */
  write(chunk: unknown, encoding: unknown): void {
    if (this.#isDecided && this.#markup === '') return;
    const bytes = getBytes(chunk, encoding) ?? EMPTY;
    this.#written += bytes.length;
    // Its head, where a policy may be, is in the first part or follows soon.
    if (this.#start.length < MAX_START) this.#start = Buffer.concat([this.#start, bytes.subarray(0, MAX_START)]);
  }

  /** Writes the head, if `end` has the whole body, and returns the arguments of `end` with the toolbar. */
  end(args: readonly unknown[]): readonly unknown[] {
    const [chunk, encoding, done] = endArguments(args);
    const bytes = getBytes(chunk, encoding);
    // Only the first call ends a response. Node.js throws an error for an invalid chunk.
    if (this.#isEnded || (bytes === undefined && chunk !== undefined && chunk !== null)) return args;
    if (!this.#isDecided && bytes !== undefined && !this.#response.headersSent) this.#writeHeadFor(bytes);
    this.#isEnded = true;
    if (this.#markup === '') return args;
    // Without a length, only a body that is written at once is a page and not a stream.
    if (this.#length === undefined && (this.#written > 0 || !bytes || hasLength(this.#response))) return args;
    if (bytes) this.write(bytes, undefined);
    if (this.#length !== undefined && this.#written !== this.#length) return args;
    const isUsable = isAsciiCompatible(this.#start) && !hasPolicyElement(this.#start);
    if (!isUsable && this.#length === undefined) return args;
    const addition = isUsable ? Buffer.from(this.#markup, 'latin1') : createPadding(this.#start, this.#markup.length);
    const body = bytes ? Buffer.concat([bytes, addition]) : addition;
    return done === undefined ? [body] : [body, done];
  }

  #writeHeadFor(body: Uint8Array): void {
    this.#whole = body;
    // What Node.js does itself in `end`; listeners to `writeHead` may still change headers.
    (this.#response as WithLength)._contentLength = body.length;
    try {
      this.#response.writeHead(this.#response.statusCode);
    } finally {
      this.#whole = undefined;
    }
  }

  // Whether the body is a stream is not known yet, so that only a head that does not change is possible.
  #decideWithoutLength(head: HeadArguments, args: readonly unknown[]): readonly unknown[] {
    const plan = this.#plan(head, EMPTY);
    if (plan === undefined) return args;
    this.#previous = getHeaders(this.#response);
    if (plan.markup === '') return head.changed(plan.headers);
    if ([...plan.headers.keys()].every((name) => name === 'Vary')) this.#markup = plan.markup;
    return args;
  }
}

function hasLength(response: ServerResponse): boolean {
  return sentHeaders(response).has('content-length');
}

const EMPTY = new Uint8Array(0);
const MAX_START = 65_536;

function getLength(head: HeadArguments): number | undefined {
  const [length] = head.lines('content-length');
  return length === undefined || !/^\d+$/.test(length) ? undefined : Number(length);
}

// Undefined for what is not a chunk, and for text in an encoding that Node.js rejects.
function getBytes(chunk: unknown, encoding: unknown): Uint8Array | undefined {
  if (types.isUint8Array(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk !== 'string') return undefined;
  if (typeof encoding !== 'string') return Buffer.from(chunk);
  return Buffer.isEncoding(encoding) ? Buffer.from(chunk, encoding) : undefined;
}

function getHeaders(response: ServerResponse): (readonly [name: string, value: number | string | string[]])[] {
  return (response as RawHeaderNames).getRawHeaderNames().map((name) => [name, response.getHeader(name)!]);
}

// The types of Node.js have the method for requests only.
type RawHeaderNames = ServerResponse & { getRawHeaderNames(): string[] };
type WithLength = ServerResponse & { _contentLength?: unknown };

// Node.js adds the header itself for a response that has the length here; @hono/node-server sets it.
function internalLength(response: ServerResponse): number | undefined {
  const { _contentLength: length } = response as WithLength;
  return typeof length === 'number' ? length : undefined;
}

// `end(done)`, `end(chunk, done)` or `end(chunk, encoding, done)`.
function endArguments(args: readonly unknown[]): [chunk: unknown, encoding: unknown, done: unknown] {
  const done = args.find((argument) => typeof argument === 'function');
  const [chunk, encoding] = args.filter((argument) => argument !== done);
  return [chunk, encoding, done];
}
