import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts a server of Nitro and prints its port when it listens. Nitro does not listen on port 0, so this chooses a free one.
 *
 * @param start imports what listens on the port
 */
export async function startNitro(start) {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address();
  free.close();
  await once(free, 'close');
  Object.assign(process.env, { NITRO_HOST: '127.0.0.1', NITRO_PORT: String(port) });
  await start(port);
  while (!(await isListening(port))) await sleep(5);
  console.log(`listening on ${port}`);
}

async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => false);
  socket.destroy();
  return connected !== false;
}
