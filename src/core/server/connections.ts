import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Http2Output } from './http2-output.ts';
import { Http2Sessions } from './http2-sessions.ts';
import type { Http2Session } from './http2-sessions.ts';
import type { CloseResult, ServerCounters } from './node-server.ts';
import type { Limits } from './server-options.ts';
import { WriteProgress } from './write-progress.ts';

/** Every open connection of a server, so that it can be left in good order. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions: Http2Sessions;
  #arrived = 0;

  constructor(server: Server, counters: ServerCounters, limits: Limits, http2: Http2Output) {
    this.#server = server;
    this.#sessions = new Http2Sessions(limits.headersTimeout);
    const progress = new WriteProgress(limits.writeTimeout);
    const timer = setInterval(() => {
      const now = performance.now();
      progress.check(this.#sockets, now);
      http2.check(now);
      this.#sessions.check(now);
    }, checkingInterval(limits)).unref();
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
   * Closes the server so that nothing begun is lost. Idle connections get a moment, because a request may be on its
   * way: it is answered with `Connection: close`. Only then are they closed, again and again until none is left.
   *
   * @param graceMs milliseconds after which the rest is cut off
   */
  async drain(graceMs: number): Promise<CloseResult> {
    const end = performance.now() + graceMs;
    // RFC 9113 §6.8: first a warning that costs no stream, later the true last one.
    for (const session of this.#sessions.all) if (!session.destroyed) session.goaway(NO_ERROR, LAST_STREAM);
    await this.#acceptWaiting();
    const closed = this.#stopListening();
    const linger = Math.min(LINGER, graceMs / 4);
    await Promise.race([closed, pause(linger)]);

    let open = true;
    void closed.then(() => (open = false));
    while (open && performance.now() < end) {
      // After a turn in which everything that had arrived was read, so that what is idle really is.
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

  // Closing a listening socket resets the connections that the system has made and nobody has accepted. So for a moment
  // nobody is listened to: without answers no client comes back for more, and those on their way are all let in.
  async #acceptWaiting(): Promise<void> {
    const held: Socket[] = [];
    const hold = (socket: Socket): void => {
      if (socket.isPaused()) return;
      socket.pause();
      held.push(socket);
    };
    // A new one is set going by Node on the next tick, so it has to be stopped after that.
    const holdNew = (socket: Socket): void => process.nextTick(hold, socket);
    // With TLS the bytes are taken by somebody else, who cannot be asked to wait.
    const plain = !('setSecureContext' in this.#server);
    if (plain) {
      for (const socket of this.#sockets) hold(socket);
      this.#server.on('connection', holdNew);
    }
    const end = performance.now() + HOLD_MOST;
    let quiet = performance.now();
    // On a busy machine time goes by without anybody having looked.
    for (let looks = 0; looks < LOOKS || (performance.now() - quiet < HOLD && performance.now() < end);) {
      const before = this.#arrived;
      await turn();
      looks++;
      if (this.#arrived === before) continue;
      quiet = performance.now();
      if (quiet < end) looks = 0;
    }
    this.#server.off('connection', holdNew);
    setImmediate(() => {
      for (const socket of held) if (!socket.destroyed) socket.resume();
    });
  }

  // The close of node:http would also cut idle connections, at once, in the middle of a request on its way.
  #stopListening(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#server.listening) return resolve();
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
  }

  #closeIdle(): void {
    for (const session of this.#sessions.all) session.close();
    this.#server.closeIdleConnections();
    // One that never said a word counts as busy there: it might be about to.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

// Node remembers the address of the client once it was read. After a disconnect it cannot be read any more.
function readAddress(socket: Socket): void {
  void socket.remoteAddress;
}

// A time-out is noticed after at most a quarter more than its time.
function checkingInterval({ writeTimeout, headersTimeout }: Limits): number {
  const shortest = Math.min(writeTimeout > 0 ? writeTimeout : Infinity, headersTimeout);
  return Math.min(5_000, Math.max(25, Math.floor(shortest / 4)));
}

const NO_ERROR = 0;
const LAST_STREAM = 2 ** 31 - 1;
/** Milliseconds for what is on its way: far more than a network needs, far less than an operator notices. */
const LINGER = 500;
const SWEEP = 50;
/** Milliseconds without a new connection after which there is none on its way, and the most to wait for that. */
const HOLD = 20;
const HOLD_MOST = 250;
/** Turns in which the system is asked for new ones at least: the first may be over without. */
const LOOKS = 3;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
