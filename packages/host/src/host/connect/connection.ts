import { EventEmitter } from 'node:events';
import type { RequestContext } from '../../kernel/events.ts';

/** The members of a socket that middleware reads. */
export class Connection extends EventEmitter {
  readonly remoteAddress: string;
  readonly encrypted: boolean;
  readonly readable = true;
  writable = true;
  destroyed = false;
  readonly writableLength = 0;
  readonly readableHighWaterMark = 16_384;
  readonly writableHighWaterMark = 16_384;

  constructor(remoteAddress: string, isEncrypted: boolean) {
    super();
    this.remoteAddress = remoteAddress;
    this.encrypted = isEncrypted;
  }

  /** Reports that the client has disconnected. */
  close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.writable = false;
    this.emit('close');
  }

  // Timeouts and buffering are those of the server of the host.
  setTimeout(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  cork(): void {}

  uncork(): void {}

  destroy(): this {
    return this;
  }
}

/** Creates the connection of a request; it closes when the client disconnects. */
export function createConnection({ ip, scheme, signal }: RequestContext): Connection {
  const connection = new Connection(ip, scheme === 'https');
  signal.addEventListener('abort', () => connection.close(), { once: true });
  return connection;
}
