import { createServer } from 'node:http';
import Redis from 'ioredis';
import { createClient } from 'redis';

/** A server that uses Redis with `redis` and `ioredis`. Without a connection of its own, a command of `/offline` waits. */
const PREFIX = `oriel-drop-in:${process.pid}`;
const client = await createClient({ url: process.env.REDIS_URL }).connect();
const other = new Redis(process.env.REDIS_URL);

const routes = {
  async '/redis'() {
    await client.set(`${PREFIX}:city`, 'hunter2-value');
    return await client.get(`${PREFIX}:city`);
  },
  async '/ioredis'() {
    await other.set(`${PREFIX}:town`, 'hunter2-value', 'EX', 60);
    return await other.get(`${PREFIX}:town`);
  },
  async '/session'() {
    await client.get('sess:hunter2-id');
    return String(await other.get('sess:hunter2-id'));
  },
  async '/failed'() {
    const texts = [];
    for (const run of [() => client.incr(`${PREFIX}:city`), () => other.incr(`${PREFIX}:city`)])
      texts.push(await run().catch((error) => error.message));
    return texts.join('\n');
  },
  async '/transaction'() {
    await client.multi().set(`${PREFIX}:a`, '1').incr(`${PREFIX}:a`).exec();
    await other.multi().set(`${PREFIX}:b`, '1').incr(`${PREFIX}:b`).exec();
    return 'done';
  },
  async '/callback'() {
    return await new Promise((resolve) => other.get(`${PREFIX}:town`, (_error, town) => resolve(town)));
  },
  async '/offline'() {
    const late = new Redis(process.env.REDIS_URL);
    const reply = await late.ping();
    late.disconnect();
    return reply;
  },
  async '/repeated'() {
    for (let each = 0; each < 4; each++) await client.get(`${PREFIX}:city`);
    return 'done';
  },
  async '/unhandled-ioredis'() {
    void other.incr(`${PREFIX}:city`);
    return 'done';
  },
  async '/unhandled-redis'() {
    void client.incr(`${PREFIX}:city`);
    return 'done';
  },
  async '/number'(url) {
    const number = url.searchParams.get('n');
    for (let each = 0; each < 3; each++) await Promise.all([client.get(`n:${number}`), other.get(`n:${number}`)]);
    return number;
  },
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  response.end(String(await routes[url.pathname](url)));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
