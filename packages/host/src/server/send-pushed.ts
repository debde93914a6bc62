import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { BodySink, BodySource, PushedBody } from 'oriel-core/http';
import { abortResponse } from './send-stream.ts';

/**
 * Sends a pushed body after the response headers. In HTTP/1.1, a chunk that many clients receive is framed once, and written
 * to the sockets directly.
 *
 * @param server keeps the body while it is sent, so that it can be notified when the server stops
 * @param count called with the number of bytes of each chunk
 */
export function sendPushedBody(
  body: PushedBody,
  response: ServerResponse,
  server: PushingServer,
  count: (bytes: number) => void,
): void {
  const sink = new PushedSink(response, server, count);
  sink.attach(body);
}

/** A server that sends bodies without an end. */
export interface PushingServer {
  readonly draining: boolean;
  readonly endless: Set<EndlessBody>;
}

/** A body that is sent and may have no end. */
export interface EndlessBody {
  /** The server starts to drain and waits for the body to end. */
  stopping?(): void;
  /** Ends the body, because it did not end by itself. */
  cancel?: (() => void) | undefined;
}

class PushedSink implements BodySink {
  readonly #response: ServerResponse;
  readonly #server: PushingServer;
  readonly #count: (bytes: number) => void;
  #source: BodySource | undefined = undefined;
  #over = false;
  #waits = false;

  constructor(response: ServerResponse, server: PushingServer, count: (bytes: number) => void) {
    this.#response = response;
    this.#server = server;
    this.#count = count;
  }

  attach(body: PushedBody): void {
    const response = this.#response;
    if (response.destroyed) return body.discard();
    response.flushHeaders();
    response.once('close', () => this.#close());
    const source = (this.#source = body.begin(this));
    this.#server.endless.add(source);
    if (this.#server.draining) source.stopping?.();
  }

  write(bytes: Uint8Array): void {
    if (this.#over) return;
    const response = this.#response;
    this.#count(bytes.byteLength);
    const socket = directSocket(response);
    const taken = socket ? socket.write(framed(bytes)) : response.write(bytes);
    if (taken || this.#waits) return;
    this.#waits = true;
    (socket ?? response).once('drain', () => {
      this.#waits = false;
      if (!this.#over) this.#source?.drained();
    });
  }

  get waiting(): number {
    return getWaiting(this.#response);
  }

  end(): void {
    if (!this.#over) this.#response.end();
    this.#over = true;
  }

  cut(): void {
    this.#over = true;
    abortResponse(this.#response);
  }

  #close(): void {
    this.#over = true;
    if (this.#source === undefined) return;
    this.#server.endless.delete(this.#source);
    this.#source.closed();
    this.#source = undefined;
  }
}

// A pipelined response may not have a socket yet, and HTTP/2 does its own framing.
function directSocket(response: ServerResponse): Writable | null {
  if (!response.chunkedEncoding) return null;
  const { socket } = response;
  return socket === null || (response as unknown as { outputSize: number }).outputSize > 0 ? null : socket;
}

function getWaiting(response: ServerResponse): number {
  const { stream } = response as unknown as { stream?: { writableLength?: number } };
  return stream?.writableLength ?? response.writableLength;
}

const frames = new WeakMap<Uint8Array, Buffer>();
const LINE = Buffer.from('\r\n');

function framed(bytes: Uint8Array): Buffer {
  let frame = frames.get(bytes);
  if (frame === undefined) {
    frame = Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`, 'latin1'), bytes, LINE]);
    frames.set(bytes, frame);
  }
  return frame;
}
