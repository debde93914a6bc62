import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What a way to a server does: lets through, takes everything and answers nothing, or takes nobody. */
export type Way = 'open' | 'hanging' | 'closed';

/** A port that leads to another one of this machine, and can be shut. */
export interface Gate {
  readonly port: number;
  /** From now on, for those who are connected as well. */
  become(way: Way): void;
  close(): void;
}

export async function gateTo(port: number): Promise<Gate> {
  let way: Way = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((here) => {
    if (way === 'closed') return void here.destroy();
    const there = connect(port, '127.0.0.1');
    for (const each of [here, there]) sockets.add(each.on('error', () => {}).on('close', () => sockets.delete(each)));
    here.on('close', () => there.destroy()).on('data', (bytes) => there.write(bytes));
    there.on('close', () => here.destroy()).on('data', (bytes) => here.write(bytes));
    if (way === 'hanging') here.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = (): void => sockets.forEach((each) => each.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      way = next;
      if (way === 'closed') destroyAll();
      else if (way === 'hanging') sockets.forEach((each) => each.pause());
      else sockets.forEach((each) => each.resume());
    },
    close: () => (server.close(), destroyAll()),
  };
}
