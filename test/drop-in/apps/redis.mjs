import { createServer } from 'node:http';
import Redis from 'ioredis';
import * as redis from 'redis';

/** A server that uses Redis with `redis` and `ioredis`. Without a connection of its own, a command of `/offline` waits. */
const PREFIX = `oriel-drop-in:${process.pid}`;
const client = await redis.createClient({ url: process.env.REDIS_URL }).connect();
const other = new Redis(process.env.REDIS_URL);
const automatic = new Redis(process.env.REDIS_URL, { enableAutoPipelining: true });
// Version 4 has no pool.
const pool = await redis.createClientPool?.({ url: process.env.REDIS_URL }, { minimum: 1, maximum: 1 }).connect();

/** Waits for a second request, which goes on in the same turn of the event loop. */
let arrived;
function bothArrived() {
  const first = arrived;
  arrived = first ? undefined : Promise.withResolvers();
  first?.resolve();
  return (first ?? arrived).promise;
}

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
  async '/transaction-failed'() {
    const texts = [];
    for (const multi of [() => client.multi(), () => other.multi()]) {
      const transaction = multi().set(`${PREFIX}:c`, 'text').incr(`${PREFIX}:c`).get(`${PREFIX}:c`);
      const result = await transaction.exec().catch(({ replies }) => replies);
      texts.push(String(result.flat().find((each) => each instanceof Error)?.message));
    }
    return texts.join('\n');
  },
  async '/transaction-aborted'() {
    const key = `${PREFIX}:watched`;
    await other.multi({ pipeline: false });
    await other.set(key, 'text');
    const queued = await other.get(key);
    const aborted = other.call('set', key).catch(() => {});
    const exec = other.exec().catch(({ message }) => message);
    await aborted;
    return [queued, await exec, await other.get(key)].join(' ');
  },
  async '/fields'() {
    for (let each = 0; each < 3; each++) {
      await client.hGetAll(`${PREFIX}:hash`);
      await client.hGet(`${PREFIX}:hash`, 'field');
      await client.mGet([`${PREFIX}:one`, `${PREFIX}:two`]);
      await client.ttl(`${PREFIX}:one`);
    }
    return 'done';
  },
  async '/automatic'({ searchParams }) {
    await bothArrived();
    return String(await automatic.get(`automatic:${searchParams.get('n')}`)); // automatic
  },
  async '/pooled'({ searchParams }) {
    await bothArrived();
    return String(await (pool ?? client).get(`pooled:${searchParams.get('n')}`));
  },
  async '/closed'() {
    const closed = client.duplicate();
    const ended = new Redis(process.env.REDIS_URL);
    await ended.quit();
    const stacks = [];
    for (const each of [closed, ended])
      await each.get('closed').catch(({ stack }) => stacks.push(stack.split('\n', 8).join('\n')));
    return stacks.join('\n\n');
  },
  async '/opened'() {
    const opened = await client.duplicate().connect();
    const reply = await opened.ping();
    await opened.quit();
    return reply;
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
