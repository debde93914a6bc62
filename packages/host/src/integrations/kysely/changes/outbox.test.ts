import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { openBoats, openHost } from '../../../../../../test/contracts/change-hosts.ts';
import type { BoatDatabase } from '../../../../../../test/contracts/change-hosts.ts';
import { createOutboxTable } from './outbox-table.ts';
import { outbox } from './outbox.ts';
import type { OutboxMessage, OutboxOptions } from './outbox.ts';
import { signWebhook } from './webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const postgres = await connectPostgres('outbox');
after(postgres.close);
const createParts = (database: BoatDatabase) => outbox(database, { deliver: async () => {} });

for (const [kind, server] of [
  ['SQLite', undefined],
  ['PostgreSQL', postgres.database],
] as const)
  describe(`outbox on ${kind}`, { skip: server && postgres.skip }, () => {
    it('stores a message with its change, or neither', async (t) => {
      const { send, readRows, database } = await openOutbox(t, server, { deliver: async () => {} });
      assert.equal(await send('POST', '', { name: 'broken' }), 500);
      assert.equal(await send('POST', '', [{ name: 'Nereid' }, { name: 'broken' }]), 500);
      assert.deepEqual(await readRows(), []);
      assert.equal(await send('POST', '', { name: 'Nereid', password: 'hunter2' }), 201);
      const [row] = await readRows();
      const { type, data } = JSON.parse(row!.body) as { type: string; data: { id: number } };
      assert.deepEqual([type, data], ['boats.create', { resource: 'boats', id: data.id }]);
      const missing = openHost(t, database, outbox(database, { table: 'missing', deliver: async () => {} }).hooks);
      assert.equal(await missing.send('POST', '', { name: 'Triton' }), 500);
      assert.equal((await sql`select id from boats`.execute(database)).rows.length, 1);
    });

    it('delivers each message once with several workers, those of one item in their order', async (t) => {
      const running = new Set<string>();
      const received: string[] = [];
      const deliver = async ({ body, id }: OutboxMessage): Promise<void> => {
        const { type, data } = JSON.parse(body) as { type: string; data: { id: number } };
        assert.ok(!running.has(String(data.id)), 'two messages of an item are delivered at the same time');
        running.add(String(data.id));
        await setTimeout(1);
        running.delete(String(data.id));
        received.push(`${data.id} ${type} ${id}`);
      };
      const { send, database, readRows } = await openOutbox(t, server, { deliver });
      for (let boat = 1; boat <= 8; boat++) {
        await send('POST', '', { name: `boat ${boat}` });
        await send('PATCH', `/${boat}`, { name: `Boat ${boat}` });
        await send('DELETE', `/${boat}`);
      }
      assert.equal((await readRows()).length, 24);
      await Promise.all([1, 2, 3, 4].map(() => outbox(database, { deliver }).flush()));
      // A worker stops when all messages that are left belong to others.
      await outbox(database, { deliver }).flush();
      assert.equal(new Set(received).size, 24);
      assert.equal(received.length, 24);
      for (let boat = 1; boat <= 8; boat++)
        assert.deepEqual(
          received.filter((text) => text.startsWith(`${boat} `)).map((text) => text.split(' ')[1]),
          ['boats.create', 'boats.patch', 'boats.delete'],
        );
      assert.deepEqual(await readRows(), []);
    });

    it('delivers the message of a worker that has ended when its claim ends', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: 1_000 });
      const attempts: number[] = [];
      const deliver = async (message: OutboxMessage): Promise<unknown> => attempts.push(message.attempts);
      const { send, database, messages } = await openOutbox(t, server, { deliver, timeout: '5 s' });
      await send('POST', '', { name: 'Nereid' });
      const table = createOutboxTable(database as unknown as Kysely<never>, 'oriel_outbox');
      const [claimed] = await table.claim(Date.now(), Date.now() + 35_000);
      await messages.flush();
      assert.deepEqual(attempts, []);
      t.mock.timers.tick(35_000);
      const [again] = await table.claim(Date.now(), Date.now() + 35_000);
      // The first worker was only slow: its result is ignored.
      await table.remove(claimed!);
      await table.postpone(claimed!, null, 'slow');
      t.mock.timers.tick(35_000);
      await messages.flush();
      assert.deepEqual([again!.attempts, attempts], [2, [3]]);
    });

    it('repeats failed deliveries with growing delays, gives up after the tenth, and removes the message after 30 days', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: 1_000 });
      const deliver = async (): Promise<void> => Promise.reject(new Error('refused'));
      const { send, messages, readRows } = await openOutbox(t, server, { deliver });
      await send('POST', '', { name: 'Nereid' });
      const delays: number[] = [];
      for (;;) {
        await messages.flush();
        const [{ due, error } = assert.fail()] = await readRows();
        assert.equal(error, 'refused');
        if (due === null) break;
        delays.push(Number(due) - Date.now());
        t.mock.timers.setTime(Number(due));
      }
      assert.equal(delays.length, 9);
      const expected = [5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 20_480_000, 21_600_000, 21_600_000];
      for (const [index, delay] of delays.entries())
        assert.ok(delay >= expected[index]! * 0.5 && delay <= expected[index]! * 1.5, String(delays));
      await messages.flush();
      assert.deepEqual(
        (await readRows()).map(({ due, attempts }) => [due, attempts]),
        [[null, 10]],
      );
      t.mock.timers.setTime(1_000 + 30 * 86_400_000);
      await messages.flush();
      assert.equal((await readRows()).length, 1);
      t.mock.timers.tick(1);
      await messages.flush();
      assert.deepEqual(await readRows(), []);
    });
  });

describe('outbox with subscribers', () => {
  it('signs messages by Standard Webhooks', async (t) => {
    const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
    const url = await openServer(t, (headers, body) => (requests.push({ headers, body }), { status: 204 }));
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const subscribers = { billing: { url, secret: [SECRET, other] }, other: { url, secret: other, operations: [] } };
    const { send, messages, readRows } = await openOutbox(t, undefined, { subscribers });
    await send('POST', '', { name: 'Nereid' });
    await messages.flush();
    assert.deepEqual([requests.length, await readRows()], [1, []]);
    const { headers, body } = requests[0]!;
    const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
    assert.match(id, /^msg_[\da-f-]{36}$/);
    const expected = [SECRET, other].map((secret) => signWebhook(secret, id, timestamp, body)).join(' ');
    assert.equal(headers['webhook-signature'], expected);
  });

  it('computes the signature of the standardwebhooks package', () => {
    const signature = signWebhook(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
    assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('does not follow redirects, read large responses, or repeat what is gone', async (t) => {
    const paths: string[] = [];
    const url = await openServer(t, (_headers, _body, path) => {
      paths.push(path);
      if (path === '/redirect') return { status: 302, location: '/target' };
      return { status: path === '/gone' ? 410 : 200, body: 'a'.repeat(1_000_000) };
    });
    const secret = SECRET;
    const subscribers = {
      redirect: { url: `${url}/redirect`, secret },
      gone: { url: `${url}/gone`, secret },
      large: { url: `${url}/large`, secret },
    };
    const { send, messages, readRows } = await openOutbox(t, undefined, { subscribers });
    await send('POST', '', { name: 'Nereid' });
    await messages.flush();
    assert.deepEqual(paths.toSorted(), ['/gone', '/large', '/redirect']);
    assert.deepEqual(
      (await readRows()).map(({ subscriber, error, due }) => [subscriber, error, due === null]),
      [
        ['redirect', 'The response was 302', false],
        ['gone', 'The response was 410', true],
      ],
    );
  });

  it('ends an attempt at the time limit', async (t) => {
    const url = await openServer(t, () => undefined);
    const options = { subscribers: { slow: { url, secret: SECRET } }, timeout: 50 };
    const { send, messages, readRows } = await openOutbox(t, undefined, options);
    await send('POST', '', { name: 'Nereid' });
    await messages.flush();
    assert.equal((await readRows())[0]!.error, 'No response within 50 ms');
  });

  it('is refused with an invalid URL, secret, number or option', async (t) => {
    const database = await openBoats(t, undefined, createParts);
    const subscribe = (url: string, secret: string) => outbox(database, { subscribers: { billing: { url, secret } } });
    assert.throws(() => subscribe('file:///etc/passwd', SECRET), /The URL of the subscriber "billing" is invalid/);
    assert.throws(() => subscribe('https://user:word@billing.example', SECRET), /The URL of the subscriber "billing"/);
    assert.throws(() => subscribe('https://billing.example', 'whsec_c2hvcnQ='), /24 to 64 random bytes in base64/);
    assert.throws(() => outbox(database, {}), /either subscribers or deliver/);
    assert.throws(() => outbox(database, { subscribers: {}, timeout: 0 }), /timeout of outbox is 0/);
    assert.throws(() => outbox(database, { subscriber: {} } as never), /subscriber/);
  });
});

it('the worker of a host delivers after the commit, and the host waits for it at its end', async (t) => {
  const database = await openBoats(t, undefined, createParts);
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const events: string[] = [];
  const deliver = async (): Promise<void> => {
    started.resolve();
    await release.promise;
    events.push('delivered');
  };
  const messages = outbox(database, { deliver });
  const { send, host } = openHost(t, database, messages.hooks, [messages.plugin]);
  assert.equal(await send('POST', '', { name: 'Nereid' }), 201);
  await started.promise;
  const closed = host.close().then(() => events.push('closed'));
  // A host that does not wait closes meanwhile.
  await setTimeout(100);
  release.resolve();
  await closed;
  assert.deepEqual(events, ['delivered', 'closed']);
  assert.equal((await sql`select id from oriel_outbox`.execute(database)).rows.length, 0);
});

interface Row {
  readonly body: string;
  readonly subscriber: string;
  readonly due: number | string | null;
  readonly attempts: number;
  readonly error: string | null;
}

async function openOutbox(t: TestContext, server: Kysely<never> | undefined, options: OutboxOptions) {
  const database = await openBoats(t, server, createParts);
  const messages = outbox(database, options);
  const { send } = openHost(t, database, messages.hooks);
  const readRows = async () => (await sql<Row>`select * from oriel_outbox order by seq`.execute(database)).rows;
  return { database, messages, send, readRows };
}

interface TestResponse {
  readonly status: number;
  readonly location?: string;
  readonly body?: string;
}

/** Opens a server of a subscriber. It does not respond if the function returns undefined. */
async function openServer(
  t: TestContext,
  respond: (headers: IncomingHttpHeaders, body: string, path: string) => TestResponse | undefined,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const answer = respond(request.headers, body, request.url!);
    if (answer === undefined) return;
    response.writeHead(answer.status, answer.location === undefined ? {} : { Location: answer.location });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
