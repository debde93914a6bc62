import type { Socket } from 'node:net';

/** Finds connections whose client has stopped reading while the server has bytes to send. */
export class WriteProgress {
  readonly #timeout: number;
  readonly #stalled = new Map<Socket, Stalled>();

  /** @param timeout milliseconds without progress after which a connection is closed; 0 for no limit */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /**
   * Destroys the connections that made no progress for the whole time-out. Called at regular intervals.
   * @param now milliseconds, as `performance.now()` returns them
   */
  check(sockets: Iterable<Socket>, now: number): void {
    if (this.#timeout === 0) return;
    for (const socket of sockets) {
      const { waiting, sent } = getOutput(socket);
      const before = this.#stalled.get(socket);
      if (waiting === 0) {
        if (before !== undefined) this.#stalled.delete(socket);
      } else if (before === undefined || before.sent !== sent) this.#stalled.set(socket, { sent, since: now });
      else if (now - before.since >= this.#timeout) {
        this.#stalled.delete(socket);
        socket.destroy();
      }
    }
    for (const socket of this.#stalled.keys()) if (socket.destroyed) this.#stalled.delete(socket);
  }
}

interface Stalled {
  /** Bytes that the operating system has accepted. */
  readonly sent: number;
  readonly since: number;
}

// The handle knows how much of a large write the system has accepted, also below TLS; the socket counts whole writes only.
function getOutput(socket: Socket): { waiting: number; sent: number } {
  const { _handle: handle } = socket as unknown as { _handle?: Partial<Handle> | null };
  if (typeof handle?.writeQueueSize === 'number' && typeof handle.bytesWritten === 'number')
    return { waiting: handle.writeQueueSize, sent: handle.bytesWritten - handle.writeQueueSize };
  return { waiting: socket.writableLength, sent: socket.bytesWritten - socket.writableLength };
}

/** Bytes that the operating system has accepted on a connection, also below TLS. */
export function sentBytes(socket: Socket | undefined): number {
  const handle = (socket as { _handle?: (Partial<Handle> & { _parent?: Partial<Handle> }) | null } | undefined)
    ?._handle;
  const { bytesWritten = 0, writeQueueSize = 0 } = handle?._parent ?? handle ?? {};
  return bytesWritten - writeQueueSize;
}

interface Handle {
  readonly writeQueueSize: number;
  readonly bytesWritten: number;
}
