import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';
import type { Exchange } from './reject-connection.ts';

/**
 * Starts a pipelined request of HTTP/1.1 when the response before it was written to the operating system. So a
 * connection never buffers more than one response, however many requests its client sends without reading.
 * RFC 9112 §9.3.2 allows to process them in sequence.
 */
export class Pipelining {
  /** Requests that wait on all connections. */
  #total = 0;

  /**
   * @param previous the request before it on the same connection, whose response is not finished
   * @param start called when it is the turn of this request; never if the connection closes before
   */
  startAfter(previous: Exchange, { message, response }: Exchange, start: () => void): void {
    const socket = message.socket as PipeliningSocket;
    if (socket[WAITING] === undefined) {
      socket[WAITING] = 0;
      socket.once('close', () => (this.#total -= socket[WAITING]!));
    }
    socket[WAITING]++;
    this.#total++;
    if (socket[WAITING] >= (this.#total > MANY ? FEW : WAITING_LIMIT)) {
      response.shouldKeepAlive = false;
      if (socket.parser) socket.parser.onIncoming = stopParsing;
    }
    // Node resumes the socket at the end of each message, so the pause has to come after the whole chunk was parsed.
    process.nextTick(pause, socket);
    previous.response.once('close', () => {
      if (socket.destroyed || !previous.response.shouldKeepAlive) return;
      socket[WAITING]--;
      this.#total--;
      if (socket[WAITING] === 0 && response.shouldKeepAlive) socket.resume();
      else socket.pause();
      start();
    });
  }
}

/** Is the response of this request written, so that the next one may start? */
export function isFinished({ response }: Exchange): boolean {
  return response.writableFinished || response.destroyed;
}

function pause(socket: PipeliningSocket): void {
  if (socket[WAITING]! > 0) socket.pause();
}

// Node's parser leaves the rest of a chunk alone after a message that it takes for an upgrade. Otherwise a chunk of 64 KB
// becomes up to 2,400 requests, 1.5 KB each. The parser gets another callback with its next connection.
function stopParsing(): typeof UPGRADE {
  return UPGRADE;
}

const UPGRADE = 2;
/**
 * The number of requests that may wait on a connection, because parsed requests need memory, too. The response to the last
 * one closes the connection, and the client repeats the requests after it (RFC 9112 §9.3.1).
 */
const WAITING_LIMIT = 128;
/** When more requests than this wait on all connections, only a few may wait on each. */
const MANY = 2_048;
const FEW = 8;
const WAITING = Symbol('pipelined requests that wait');

interface PipeliningSocket extends Socket {
  [WAITING]?: number;
  readonly parser?: { onIncoming: unknown } | null;
}

/**
 * Records the last request of an HTTP/1.1 connection, for errors in later bytes and for the order of responses.
 * @returns the previous one, if it may be unfinished
 */
export function setLastExchange(exchange: Exchange): Exchange | undefined {
  const socket = exchange.message.socket as unknown as TrackedSocket;
  const before = socket[LAST];
  socket[LAST] = exchange;
  return before;
}

/** Returns the last exchange of a connection, unless it is finished. */
export function lastExchange(socket: Duplex): Exchange | undefined {
  return (socket as TrackedSocket)[LAST];
}

/**
 * Releases a finished exchange. If idle connections kept theirs until the next request, these objects would survive garbage
 * collections and let the young generation of V8 grow.
 */
export function clearLastExchange({ message, response }: Exchange, body: NodeBody | undefined): void {
  if (!response.writableEnded || response.writableLength > 0) return;
  if (!message.complete && body?.taken !== true && hasBody(message)) return;
  const socket = message.socket as unknown as TrackedSocket;
  if (socket[LAST]?.message === message) socket[LAST] = undefined;
}

const LAST = Symbol('last exchange');

interface TrackedSocket {
  [LAST]?: Exchange | undefined;
}
