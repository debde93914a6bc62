import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Forwards data; accepts connections without forwarding data; or closes every connection. */
export type ProxyMode = 'open' | 'hanging' | 'closed';

/** A proxy to a local port whose connection can be interrupted. */
export interface TcpProxy {
  readonly port: number;
  /** Also applies to open connections. */
  setMode(way: ProxyMode): void;
  close(): void;
}

export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (mode === 'closed') return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const each of [client, upstream])
      sockets.add(each.on('error', () => {}).on('close', () => sockets.delete(each)));
    client.on('close', () => upstream.destroy()).on('data', (bytes) => upstream.write(bytes));
    upstream.on('close', () => client.destroy()).on('data', (bytes) => client.write(bytes));
    if (mode === 'hanging') client.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = (): void => sockets.forEach((each) => each.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next;
      if (mode === 'closed') destroyAll();
      else if (mode === 'hanging') sockets.forEach((each) => each.pause());
      else sockets.forEach((each) => each.resume());
    },
    close: () => (server.close(), destroyAll()),
  };
}
