import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Http2Output } from './http2-output.ts';
import { Http2Sessions } from './http2-sessions.ts';
import type { Http2Session } from './http2-sessions.ts';
import { checkingInterval } from './listen.ts';
import type { Limits } from './server-options.ts';
import { WriteProgress } from './write-progress.ts';

export interface ServerCounters {
  connections: number;
  requests: number;
  /** Rejected connections, whose bytes were not a request. */
  refused: number;
  /** Incomplete responses; counted only if `onSent` is set. */
  aborted: number;
}

export interface CloseResult {
  /** Whether all requests in progress were answered completely. */
  readonly answered: boolean;
  /** Connections that were destroyed after the grace time. */
  readonly cut: number;
}

/** Tracks the open connections of a server and closes them gracefully. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions: Http2Sessions;
  #arrived = 0;

  constructor(server: Server, counters: ServerCounters, limits: Limits, http2: Http2Output) {
    this.#server = server;
    this.#sessions = new Http2Sessions(limits.headersTimeout);
    const progress = new WriteProgress(limits.writeTimeout);
    const timer = setInterval(
      () => {
        const now = performance.now();
        progress.check(this.#sockets, now);
        http2.check(now);
        this.#sessions.check(now);
      },
      checkingInterval(limits.writeTimeout || Infinity, limits.headersTimeout),
    ).unref();
    server.once('close', () => clearInterval(timer));
    server.on('connection', (socket: Socket) => {
      counters.connections++;
      this.#arrived++;
      this.#sockets.add(socket);
      readAddress(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('secureConnection', readAddress);
    server.on('session', (session: Http2Session) => this.#sessions.add(session));
  }

  /**
   * Closes the server gracefully. Idle connections stay open for a moment, because a request may be in transit; it is
   * answered with `Connection: close`. Then idle connections are closed repeatedly until none is left.
   *
   * @param gracePeriod milliseconds after which the remaining connections are destroyed
   */
  async drain(gracePeriod: number): Promise<CloseResult> {
    const end = performance.now() + gracePeriod;
    // RFC 9113 §6.8: a first GOAWAY announces the shutdown, a second one has the last stream.
    for (const session of this.#sessions.all) if (!session.destroyed) session.goaway(NO_ERROR, LAST_STREAM);
    await this.#acceptWaiting();
    const closed = this.#stopListening();
    const linger = Math.min(LINGER, gracePeriod / 4);
    await Promise.race([closed, pause(linger)]);

    let open = true;
    void closed.then(() => (open = false));
    while (open && performance.now() < end) {
      // Received data is read first, so that connections with a new request do not count as idle.
      await turn();
      this.#closeIdle();
      await Promise.race([closed, pause(Math.min(SWEEP, Math.max(0, end - performance.now())))]);
    }
    const cut = open ? this.#sockets.size : 0;
    for (const session of this.#sessions.all) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    return { answered: cut === 0, cut };
  }

  // Closing a listening socket resets the connections that were not accepted yet. So reading stops for a moment, which keeps
  // clients from sending more, and all pending connections are accepted first.
  async #acceptWaiting(): Promise<void> {
    const held: Socket[] = [];
    const hold = (socket: Socket): void => {
      if (socket.isPaused()) return;
      socket.pause();
      held.push(socket);
    };
    // Node.js resumes a new connection on the next tick, so it is paused after that.
    const holdNew = (socket: Socket): void => process.nextTick(hold, socket);
    // TLS connections read from the socket themselves and cannot be paused.
    const plain = !('setSecureContext' in this.#server);
    if (plain) {
      for (const socket of this.#sockets) hold(socket);
      this.#server.on('connection', holdNew);
    }
    const end = performance.now() + HOLD_MOST;
    let quiet = performance.now();
    // On a busy machine, time may pass without a check.
    for (let turns = 0; turns < MIN_TURNS || (performance.now() - quiet < HOLD && performance.now() < end);) {
      const before = this.#arrived;
      await turn();
      turns++;
      if (this.#arrived === before) continue;
      quiet = performance.now();
      if (quiet < end) turns = 0;
    }
    this.#server.off('connection', holdNew);
    setImmediate(() => {
      for (const socket of held) if (!socket.destroyed) socket.resume();
    });
  }

  // `close` of node:http would also destroy idle connections at once, with requests in transit. A server of Bun is not a
  // server of node:net, and has only its own `close`.
  #stopListening(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#server.listening) return resolve();
      if (this.#server instanceof NetServer) NetServer.prototype.close.call(this.#server, () => resolve());
      else (this.#server as Server).close(() => resolve());
    });
  }

  #closeIdle(): void {
    for (const session of this.#sessions.all) session.close();
    this.#server.closeIdleConnections();
    // Node.js counts connections without any request as busy.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

// Node.js caches the client address when it is first read; after a disconnect it is not available.
function readAddress(socket: Socket): void {
  void socket.remoteAddress;
}

const NO_ERROR = 0;
const LAST_STREAM = 2 ** 31 - 1;
/** Milliseconds to wait for requests in transit. */
const LINGER = 500;
const SWEEP = 50;
/** Milliseconds without a new connection after which none is pending, and the maximum time to wait for that. */
const HOLD = 20;
const HOLD_MOST = 250;
/** The minimum number of event loop turns in which connections are accepted. */
const MIN_TURNS = 3;
