import { Buffer } from 'node:buffer';
import { ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { MaybePromise } from 'oriel-core/http';
import { HttpResponse } from 'oriel-core/http';
import type { Connection } from './connection.ts';

type Callback = (error?: Error | null) => void;
type GivenHeaders = OutgoingHttpHeaders | readonly OutgoingHttpHeader[] | readonly (readonly [string, string])[];

/** A response as middleware expects it. What it writes becomes a response of the host, or headers of one. */
export class MiddlewareResponse extends ServerResponse {
  /** Called with the response that middleware creates. */
  onAnswer: ((response: HttpResponse) => void) | undefined = undefined;
  readonly #connection: Connection;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined = undefined;
  /** Set while the response of the host is completed. */
  #completed: (() => void) | undefined = undefined;

  constructor(request: IncomingMessage, connection: Connection) {
    super(request);
    this.#connection = connection;
    // Libraries wait for the end of the connection here.
    Object.assign(this, { socket: connection as unknown as Socket });
  }

  /** Adds the headers of middleware to a response of the host. Returns a promise if middleware ends asynchronously. */
  complete(response: HttpResponse): MaybePromise<void> {
    this.statusCode = response.status;
    for (const [name, values] of getLines(response)) this.setHeader(name, this.#merged(name, values));
    let isComplete = false;
    let resolve: (() => void) | undefined;
    this.#completed = () => {
      isComplete = true;
      response.status = this.statusCode;
      response.headers.list.splice(0, Infinity, ...this.#headerList());
      resolve?.();
    };
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.end();
    if (!isComplete) return new Promise<void>((done) => (resolve = done));
  }

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = (typeof rest[0] === 'string' ? rest[1] : rest[0]) as GivenHeaders | undefined;
    for (const [name, value] of getPairs(headers)) this.setHeader(name, value);
    return super.writeHead(status);
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) process.nextTick(done);
    // The body of a response of the host is not changed.
    if (this.finished || this.#completed !== undefined || this.#connection.destroyed) return true;
    this.#begin();
    const controller = this.#controller!;
    controller.enqueue(toBytes(chunk, encoding));
    return (controller.desiredSize ?? 0) > 0;
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): this {
    const given = typeof chunk === 'function' ? undefined : chunk;
    const done = [chunk, encoding, callback].find((value) => typeof value === 'function') as Callback | undefined;
    if (done) this.once('finish', done);
    if (this.finished) return this;
    if (!this.headersSent) this.writeHead(this.statusCode);
    const bytes = given === undefined || given === null ? null : toBytes(given, encoding);
    this.finished = true;
    if (this.#completed !== undefined) this.#completed();
    else if (this.#controller === undefined) this.#answer(bytes);
    else if (!this.#connection.destroyed) {
      if (bytes !== null) this.#controller.enqueue(bytes);
      this.#controller.close();
    }
    process.nextTick(() => this.emit('finish'));
    return this;
  }

  override flushHeaders(): void {
    if (this.#completed === undefined) this.#begin();
  }

  override destroy(error?: Error): this {
    if (this.#controller !== undefined && !this.finished) this.#controller.error(error ?? new Error('Destroyed'));
    this.finished = true;
    this.#connection.close();
    return this;
  }

  // There is no connection to write interim responses to.
  override writeContinue(): void {}
  override writeProcessing(): void {}
  override writeEarlyHints(): void {}
  override cork(): void {}
  override uncork(): void {}

  // The response is a stream from its first write, because its end is unknown.
  #begin(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (this.#controller !== undefined) return;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => void this.emit('drain'),
        cancel: () => this.#connection.close(),
      },
      { highWaterMark: BUFFERED, size: (bytes) => bytes.byteLength },
    );
    this.#answer(body);
  }

  #answer(body: HttpResponse['body']): void {
    this.onAnswer?.(new HttpResponse(this.statusCode, this.#headerList(), body));
  }

  #headerList(): string[] {
    return (this as unknown as RawHeaderNames)
      .getRawHeaderNames()
      .flatMap((name) => [this.getHeader(name)!].flat().flatMap((value) => [name, `${value}`]));
  }

  #merged(name: string, values: readonly string[]): string | readonly string[] {
    const existingValues = [this.getHeader(name) ?? []].flat().map(String);
    const lower = name.toLowerCase();
    if (lower === 'vary') {
      const names = [...existingValues, ...values].flatMap((value) => value.split(',').map((part) => part.trim()));
      return [...new Set(names)].join(', ');
    }
    return lower === 'set-cookie' ? [...existingValues, ...values] : values.length === 1 ? values[0]! : values;
  }
}

/** A method of Node.js that its types declare for requests only. */
interface RawHeaderNames {
  getRawHeaderNames(): string[];
}

const BUFFERED = 65_536;

function getLines({ headers }: HttpResponse): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (let i = 0; i < headers.list.length; i += 2) {
    const name = headers.list[i]!;
    const first = names.get(name.toLowerCase()) ?? name;
    names.set(name.toLowerCase(), first);
    lines.set(first, [...(lines.get(first) ?? []), headers.list[i + 1]!]);
  }
  return lines;
}

function getPairs(headers: GivenHeaders | undefined): [name: string, value: string | number | readonly string[]][] {
  if (headers === undefined || headers === null) return [];
  if (!Array.isArray(headers))
    return Object.entries(headers as OutgoingHttpHeaders).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
  const flat = (headers as unknown[]).flat() as string[];
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]!]] : []));
}

function toBytes(chunk: unknown, encoding: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  return Buffer.from(String(chunk), typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
