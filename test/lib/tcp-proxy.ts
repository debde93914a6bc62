import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Forwards data; accepts connections without forwarding data; or closes every connection. */
export type ProxyMode = 'open' | 'hanging' | 'closed';

/** A proxy to a local port whose connection can be interrupted, delayed and sent to another port. */
export interface TcpProxy {
  readonly port: number;
  /** Also applies to open connections. */
  setMode(mode: ProxyMode): void;
  /** Delays data in both directions by milliseconds. */
  setDelay(milliseconds: number): void;
  /** Connects further connections to another port, and closes open ones, as a virtual address does after a failover. */
  setTarget(port: number): void;
  close(): void;
}

/** Starts a proxy to a port of this machine. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'open';
  let delay = 0;
  let target = port;
  const sockets = new Set<Socket>();
  const forward = (from: Socket, to: Socket): void => {
    const waiting: { readonly bytes: Buffer; readonly due: number }[] = [];
    // Data is always written in its order, also when a timer is late or the delay has become shorter.
    const write = (): void => {
      const now = performance.now();
      while (waiting.length > 0 && waiting[0]!.due <= now) to.write(waiting.shift()!.bytes);
      if (waiting.length > 0) setTimeout(write, Math.ceil(waiting[0]!.due - now));
    };
    from.on('data', (bytes) => {
      waiting.push({ bytes, due: performance.now() + delay });
      if (waiting.length === 1) write();
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    if (mode === 'closed') return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const value of [client, upstream])
      sockets.add(value.on('error', () => {}).on('close', () => sockets.delete(value)));
    forward(client, upstream);
    forward(upstream, client);
    if (mode === 'hanging') client.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next;
      if (mode === 'closed') destroyAll();
      else if (mode === 'hanging') sockets.forEach((socket) => socket.pause());
      else sockets.forEach((socket) => socket.resume());
    },
    setDelay: (milliseconds) => void (delay = milliseconds),
    setTarget(next) {
      target = next;
      destroyAll();
    },
    close: () => (server.close(), destroyAll()),
  };
}
