import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, memoryStore, resource, route } from '../../packages/host/src/index.ts';
import type { Host, HostConfig } from '../../packages/host/src/index.ts';
import { z } from 'zod';

const [CURRENT, PREVIOUS] = ['current '.repeat(4), 'previous '.repeat(4)];

function createHost(config: HostConfig) {
  const boats = resource('boats', z.object({ id: z.int(), name: z.string(), price: z.number() }), {
    id: 'id',
    page: { by: 'cursor', size: 1 },
    fields: { price: ({ headers }) => headers.get('x-admin') === '1' },
    store: memoryStore([1, 2, 3].map((id) => ({ id, name: 'boat', price: 7 }))),
  });
  const host = defineHost({ resources: [boats], log: { level: 'none' }, ...config });
  return (path: string, init: RequestInit = {}) => host.fetch(new Request(new URL(path, 'http://localhost'), init));
}

type Send = ReturnType<typeof createHost>;

async function getNext(send: Send): Promise<string> {
  return /<([^>]+)>; ?rel="next"/.exec((await send('/api/boats')).headers.get('link')!)![1]!;
}

async function getTag(send: Send): Promise<string> {
  return (await send('/api/boats/1')).headers.get('etag')!;
}

const patch = (send: Send, tag: string) =>
  send('/api/boats/1', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag },
    body: '{"name":"boat"}',
  });

test('accepts cursors of the previous secret, and signs with the current one', async () => {
  const [old, both, current] = [PREVIOUS, [CURRENT, PREVIOUS], CURRENT].map((secret) => createHost({ secret }));
  assert.equal((await both!(await getNext(old!))).status, 200);
  assert.equal((await current!(await getNext(both!))).status, 200);
  assert.equal((await current!(await getNext(old!))).status, 400);
});

test('accepts entity tags of the previous secret in If-Match and If-None-Match, and creates tags with the current one', async () => {
  const [old, both, current] = [PREVIOUS, [CURRENT, PREVIOUS], CURRENT].map((secret) => createHost({ secret }));
  const tag = await getTag(old!);
  assert.notEqual(tag, await getTag(both!));
  assert.equal(await getTag(both!), await getTag(current!));
  assert.equal((await patch(both!, tag)).status, 200);
  assert.equal((await patch(current!, tag)).status, 412);
  assert.equal((await both!('/api/boats/1', { headers: { 'If-None-Match': tag } })).status, 304);
  assert.equal((await current!('/api/boats/1', { headers: { 'If-None-Match': tag } })).status, 200);
});

test('derives keys from ORIEL_SECRET when the configuration has no secret', async (t) => {
  t.after(() => delete process.env['ORIEL_SECRET']);
  process.env['ORIEL_SECRET'] = CURRENT;
  assert.equal((await createHost({ secret: CURRENT })(await getNext(createHost({})))).status, 200);
  process.env['ORIEL_SECRET'] = 'short';
  assert.throws(() => createHost({}), /ORIEL_SECRET {2}\[ORIEL_SECRET\]\n {4}It has 5 bytes/);
});

test('fetch logs one warning about a random secret when ORIEL_MODE is production', async (t) => {
  const before = process.env['ORIEL_MODE'];
  t.after(() => {
    if (before === undefined) delete process.env['ORIEL_MODE'];
    else process.env['ORIEL_MODE'] = before;
  });
  const logged = async (config: HostConfig): Promise<string[]> => {
    const messages: string[] = [];
    const log = { sink: { write: ({ message }: { message: string }) => void messages.push(message) } };
    const send = createHost({ access: 'public', log, ...config });
    await Promise.all([send('/api/boats'), send('/api/boats/1')]);
    await send('/api/boats');
    return messages;
  };
  process.env['ORIEL_MODE'] = '';
  assert.deepEqual(await logged({}), []);
  process.env['ORIEL_MODE'] = 'production';
  assert.deepEqual(await logged({ secret: CURRENT }), []);
  assert.deepEqual(await logged({ resources: [] }), []);
  const [warning, ...others] = await logged({});
  assert.match(warning!, /^No secret is configured.*ORIEL_SECRET=/);
  assert.deepEqual(others, []);
});

test('rejects a secret that is shorter than 32 bytes or not a string, without the secret in the message', () => {
  for (const [secret, path] of [
    ['0123456789', 'secret'],
    [7, 'secret'],
    [[], 'secret'],
    [[CURRENT, 'too short'], 'secret[1]'],
    [[undefined], 'secret[0]'],
    [Array.from({ length: 11 }, () => CURRENT), 'secret'],
  ] as const) {
    assert.throws(
      () => defineHost({ secret: secret as string }),
      (error) => {
        assert.ok(error instanceof HostConfigError);
        assert.deepEqual(
          error.issues.map((issue) => [issue.code, issue.place]),
          [['ORIEL_SECRET', path]],
        );
        assert.doesNotMatch(error.message, /0123456789|too short/);
        return true;
      },
    );
  }
});

test('a hub without a secret uses a key that is derived from the secret of the host, and accepts that of the previous one', async () => {
  const hubHost = (secret: HostConfig['secret']) =>
    defineHost({
      secret: secret!,
      hub: { publicUrl: 'http://localhost/.well-known/mercure', anonymous: true },
      log: { level: 'none' },
    });
  const getToken = async (secret: string): Promise<string> => {
    let token = '';
    const host: Host = defineHost({
      secret,
      hub: { publicUrl: 'http://localhost/.well-known/mercure' },
      routes: [
        route('token', 'GET /token', {
          handle: ({ context }) => {
            token = host.hub.issueToken({ publish: ['*'] }, context);
            return null;
          },
        }),
      ],
      log: { level: 'none' },
    });
    await host.fetch(new Request('http://localhost/token'));
    await host.close();
    return token;
  };
  const publish = async (host: ReturnType<typeof hubHost>, token: string): Promise<number> =>
    (
      await host.fetch(
        new Request('http://localhost/.well-known/mercure', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'topic=/a&data=b',
        }),
      )
    ).status;
  const token = await getToken(PREVIOUS);
  const [both, current] = [hubHost([CURRENT, PREVIOUS]), hubHost(CURRENT)];
  assert.equal(await publish(both, token), 200);
  assert.equal(await publish(current, token), 401);
  await Promise.all([both.close(), current.close()]);
});
