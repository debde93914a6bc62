import { deepEqual, equal } from 'node:assert/strict';
import { memoryStore, resource, route, voter } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const Thing = z.object({ id: z.int(), name: z.string() });
const CUSTOM_MEMBERS = [
  ...['body', 'context', 'headers', 'host', 'id', 'ip', 'isGranted', 'item', 'locale', 'publish', 'query'],
  ...['scope', 'signal', 'transaction', 'uri', 'user'],
];
const seen: Record<string, unknown>[] = [];

/** Reads the members that the type of a spread input has. */
function record(input: {
  readonly user: { readonly id: string } | null;
  readonly headers: { get(name: string): string | undefined };
  readonly signal: AbortSignal;
  readonly ip: string;
  readonly host: string;
  readonly locale: string;
  readonly query: unknown;
  readonly isGranted: (attribute: string) => unknown;
}): void {
  const { user, headers, signal, ip, host, locale, query, isGranted } = input;
  const values = { user: user?.id, x: headers.get('x-value'), isAborted: signal.aborted, ip, host: host.split(':')[0] };
  seen.push({ ...values, locale, query: { ...(query as object) }, granted: isGranted('see') });
}

const config: HostConfig = {
  security: {
    firewalls: [{ name: 'all', anonymous: true }],
    voters: [voter('see', ['see'], () => true)],
  },
  routes: [
    route('spread', 'POST /spread/{id}', {
      query: z.object({ q: z.string() }),
      body: z.object({ a: z.int() }),
      handle: (input) => {
        const copy = { ...input };
        record(copy);
        copy.log('info', 'copied');
        return {
          id: copy.params.id,
          body: copy.body,
          url: copy.urlFor('spread', { id: 1 }, false),
          method: copy.request.method,
        };
      },
    }),
  ],
  resources: [
    resource('things', Thing, {
      id: 'id',
      access: { read: 'public', write: 'public' },
      operations: { get: { query: z.object({ q: z.string().optional() }) } },
      provide: {
        get: (input) => {
          const copy = { ...input };
          record(copy);
          return { id: copy.id, name: copy.context.path };
        },
      },
      process: {
        create: (input) => {
          const copy = { ...input };
          record(copy);
          return { id: 1, name: copy.body.name };
        },
      },
      custom: {
        rename: {
          line: 'POST /{id}/rename',
          query: z.object({ q: z.string() }),
          input: z.object({ a: z.int() }),
          handle: (input) => {
            const { scope, ...copy } = input;
            record(copy);
            deepEqual([Object.keys(input).sort(), scope], [CUSTOM_MEMBERS, {}]);
            return { ...copy.item, id: copy.id, name: String(copy.body.a) };
          },
        },
      },
      store: memoryStore(),
      on: {
        create: {
          after: (input) => {
            const { next, ...copy } = input;
            record(copy);
            equal(next.name, 'One');
          },
        },
      },
    }),
  ],
};

testTransports('an input has all of its members when it is spread', config, async (send) => {
  seen.length = 0;
  const sent = { headers: { 'X-Value': 'v', 'Content-Type': 'application/json' }, body: '{"a":1}' };
  const route = await send('POST /spread/7?q=x', sent);
  deepEqual(await route.json(), { id: '7', body: { a: 1 }, url: '/spread/1', method: 'POST' });
  const renamed = await send('POST /api/things/3/rename?q=x', sent);
  deepEqual(await renamed.json(), { id: 3, name: '1' });
  equal((await send('GET /api/things/3', { headers: { 'X-Value': 'v' } })).status, 200);
  equal((await send('POST /api/things', { ...sent, body: '{"id":1,"name":"One"}' })).status, 201);
  const expected = {
    user: undefined,
    x: 'v',
    isAborted: false,
    ip: '127.0.0.1',
    host: 'localhost',
    locale: 'en',
    granted: true,
  };
  for (const { query, ...values } of seen) deepEqual({ ...values, ip: '127.0.0.1' }, expected, JSON.stringify(query));
  deepEqual(
    seen.map(({ query }) => query),
    // The item of the custom operation is read again in its transaction.
    [{ q: 'x' }, { q: 'x' }, { q: 'x' }, { q: 'x' }, {}, {}, {}],
  );
});
