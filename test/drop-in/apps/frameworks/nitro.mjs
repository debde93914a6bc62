import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The application of `nitro`, as it was built. Nitro does not listen on port 0, so this chooses a free one. */
const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address();
free.close();
await once(free, 'close');
Object.assign(process.env, { NITRO_HOST: '127.0.0.1', NITRO_PORT: String(port) });
await import('../nitro/.output/server/index.mjs');
while (!(await isListening())) await sleep(5);
console.log(`listening on ${port}`);

async function isListening() {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => false);
  socket.destroy();
  return connected !== false;
}
