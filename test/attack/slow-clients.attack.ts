import { test } from 'node:test';
import { openConnection } from '../robustness/raw-socket.ts';
import { attackAll } from './attack-all.ts';

const COUNT = 100;

attackAll('slow clients', (attacker, { port, mode }) => {
  const host = `Host: ${attacker.name}\r\n`;
  const kinds: Readonly<Record<string, readonly [first: string, each: string]>> = {
    'do not finish their headers': [`GET / HTTP/1.1\r\n${host}`, 'X: y\r\n'],
    'do not finish a body': [`POST /echo HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`, 'a'],
    'do not finish a chunk': [`POST /echo HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nfffff\r\n`, 'a'],
    'send no byte': ['', ''],
  };

  for (const [what, [first, text]] of Object.entries(kinds))
    test(`that ${what} are disconnected, and others are served meanwhile`, { timeout: 60_000 }, async () => {
      const sockets = await Promise.all(Array.from({ length: COUNT }, () => openConnection(port)));
      const closed = sockets.map(
        (socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)),
      );
      // nginx buffers bodies, and limits the time between two parts of one, not the time of the whole.
      const isDripping = text !== '' && (mode !== 'nginx' || !first.startsWith('POST'));
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable && isDripping) socket.write(text);
      }, 400);
      for (const socket of sockets) socket.resume().write(first || '\r\n');
      try {
        for (let request = 0; request < 20; request++) await attacker.assertServed();
        await Promise.all(closed);
      } finally {
        clearInterval(drip);
        for (const socket of sockets) socket.destroy();
      }
      await attacker.assertServed();
    });
});
