import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestContext } from '../../kernel/events.ts';
import type { Connection } from './connection.ts';

/** A request as middleware expects it. The body is read from the host only if the middleware reads it. */
export class MiddlewareRequest extends IncomingMessage {
  readonly originalUrl: string;
  baseUrl = '';
  readonly #context: RequestContext;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined;

  constructor(context: RequestContext, connection: Connection) {
    super(connection as unknown as Socket);
    this.#context = context;
    const { method, path, query, headers, incoming } = context;
    this.method = method;
    this.url = this.originalUrl = query === '' ? path : `${path}?${query}`;
    this.httpVersion = incoming.version === '2' ? '2.0' : incoming.version;
    const [major = '1', minor = '0'] = this.httpVersion.split('.');
    this.httpVersionMajor = Number(major);
    this.httpVersionMinor = Number(minor);
    for (const [name, value] of headers) {
      this.rawHeaders.push(name, value);
      this.headers[name.toLowerCase()] = headers.get(name.toLowerCase());
    }
    this.complete = !context.body.present;
  }

  override _read(size: number): void {
    // Lets the class read more than one chunk; it resumes the connection, which does nothing.
    super._read(size);
    const { body } = this.#context;
    if (!body.present) return void this.push(null);
    this.#reader ??= body.stream().getReader();
    this.#reader.read().then(
      ({ done, value }) => {
        if (done) this.complete = true;
        this.push(done ? null : value);
      },
      (error: Error) => {
        // Parsers wait for the end of an incomplete request after an error.
        this.complete = true;
        this.destroy(error);
      },
    );
  }

  // The connection belongs to the server of the host.
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#reader?.cancel().catch(() => {});
    done(error);
  }
}
