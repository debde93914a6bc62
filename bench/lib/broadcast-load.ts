import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

export interface Broadcast {
  readonly subscribers: number;
  readonly rate: number;
  readonly seconds: number;
}

const BRACE = 0x7b;
const PATH = '/.well-known/mercure?match=a';

/** Opens streams, lets the server publish, and counts the events that each stream receives. */
export async function broadcastTo(server: ServerProcess, { subscribers, rate, seconds }: Broadcast) {
  await warm(server);
  await sleep(1000);
  const before = server.memory();
  const readers = await openStreams(server.port, subscribers);
  await sleep(1500);
  const perSubscriber = ((server.memory() - before) * 1024) / subscribers;
  const total = rate * seconds;
  const delays: number[] = [];
  for (const [index, reader] of readers.entries()) {
    reader.socket.on('data', (piece: Buffer) => {
      // Every event contains one opening brace. Decoding all of the text would need most of the CPU time.
      for (let offset = piece.indexOf(BRACE); offset >= 0; offset = piece.indexOf(BRACE, offset + 1)) reader.events++;
      if (index % 50 !== 0) return;
      for (const [, createdAt] of piece.toString('latin1').matchAll(/"at":(\d+)/g))
        delays.push(Date.now() - Number(createdAt));
    });
  }
  const cpu = server.cpuTime();
  await fetch(`http://localhost:${server.port}/publish?rate=${rate}&seconds=${seconds}`, { method: 'POST' });
  const deadline = Date.now() + seconds * 1000 + 20_000;
  while (Date.now() < deadline && readers.some(({ events }) => events < total)) await sleep(100);
  const used = server.cpuTime() - cpu;
  const delivered = readers.reduce((sum, { events }) => sum + events, 0);
  for (const { socket } of readers) socket.destroy();
  delays.sort((one, other) => one - other);
  return {
    cpuPerDelivery: used / 1000 / delivered,
    lost: total * subscribers - delivered,
    p50: delays[Math.floor(delays.length * 0.5)] ?? NaN,
    p99: delays[Math.floor(delays.length * 0.99)] ?? NaN,
    perSubscriber,
  };
}

/** Opens streams in batches of 100. @param address a loopback address of the server */
export async function openStreams(
  port: number,
  count: number,
  address = '127.0.0.1',
): Promise<{ socket: Socket; events: number }[]> {
  const readers: { socket: Socket; events: number }[] = [];
  while (readers.length < count) {
    const some = Array.from({ length: Math.min(100, count - readers.length) }, () => open(port, address));
    readers.push(...(await Promise.all(some)).map((socket) => ({ socket, events: 0 })));
  }
  return readers;
}

function open(port: number, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address);
    socket.once('error', reject);
    socket.once('data', () => resolve(socket.on('error', () => {})));
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  });
}

// The first streams allocate memory that the server reuses later.
async function warm(server: ServerProcess): Promise<void> {
  for (const { socket } of await openStreams(server.port, 300)) socket.destroy();
  await fetch(`http://localhost:${server.port}/publish?rate=100&seconds=1`, { method: 'POST' });
}
