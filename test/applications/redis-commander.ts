import { createClient } from 'redis';
import type { PublicApplication, Step } from './public-application.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const URL_OF_REDIS = new URL(process.env['REDIS_TEST_URL'] ?? 'redis://127.0.0.1:6379');
const CONNECTION = `R:${URL_OF_REDIS.hostname}:${URL_OF_REDIS.port || '6379'}:9`;

/** Express 4 and ioredis; an application below `node_modules`. */
export const redisCommander: PublicApplication = {
  name: 'Redis Commander (Express 4, ioredis)',
  packages: { 'redis-commander': '0.9.0' },
  async prepare() {
    const client = createClient({ url: URL_OF_REDIS.href, database: 9 });
    await client.connect();
    await client.flushDb();
    await client.close();
  },
  start: (port) => ({
    args: [
      'node_modules/redis-commander/bin/redis-commander.js',
      '--address',
      '127.0.0.1',
      '--port',
      String(port),
      '--no-save',
      '--redis-host',
      URL_OF_REDIS.hostname,
      '--redis-port',
      URL_OF_REDIS.port || '6379',
      '--redis-db',
      '9',
    ],
  }),
  readyPath: '/apiv1/connection',
  session: [
    { request: { path: '/apiv1/connection' }, route: '/apiv1/connection' },
    ...['one', 'two', 'three', 'four', 'five'].map((name): Step => ({
      request: {
        method: 'POST',
        path: `/apiv1/key/${CONNECTION}/${name}`,
        headers: FORM,
        body: `keyType=string&stringValue=value-${name}`,
      },
      route: '/apiv1/key/:connectionId/:key(*)',
    })),
    ...['one', 'two', 'three', 'missing'].map((name): Step => ({
      request: { path: `/apiv1/key/${CONNECTION}/${name}` },
      route: '/apiv1/key/:connectionId/:key(*)',
    })),
    ...['', 'o', 't'].map((prefix): Step => ({
      request: { path: `/apiv1/keys/${CONNECTION}/${prefix}*` },
      route: '/apiv1/keys/:connectionId/:keyPrefix(*)',
    })),
    { request: { path: `/apiv1/keystree/${CONNECTION}` }, route: '/apiv1/keystree/:connectionId' },
    ...['set count 1', 'incr count', 'incr count', 'get count', 'lpush list a b', 'lrange list 0 -1'].map(
      (command): Step => ({
        request: {
          method: 'POST',
          path: `/apiv1/exec/${CONNECTION}`,
          headers: FORM,
          body: new URLSearchParams({ cmd: command }).toString(),
        },
        route: '/apiv1/exec/:connectionId',
      }),
    ),
    {
      request: { method: 'POST', path: `/apiv1/exec/${CONNECTION}`, headers: FORM, body: 'cmd=nonsense' },
      route: '/apiv1/exec/:connectionId',
      findings: ['failed-call'],
    },
    {
      request: { path: '/apiv1/key/R:unknown:1:0/one' },
      route: '/apiv1/key/:connectionId/:key(*)',
      findings: ['logged-errors'],
    },
    { request: { path: '/missing' } },
    { request: { path: '/config' }, route: '/config' },
    { request: { path: '/connections' }, route: '/connections' },
    { request: { path: '/?token=planted-redis-1' }, route: '/' },
    { request: { path: '/', headers: { Cookie: 'session=planted-redis-2' } }, route: '/' },
    { request: { path: '/tools/forms/export' }, route: '/tools/forms/export' },
    ...['five', 'four'].map((name): Step => ({
      request: { method: 'POST', path: `/apiv1/keys/${CONNECTION}/${name}?action=delete`, headers: FORM, body: '' },
      route: '/apiv1/keys/:connectionId/:key(*)',
    })),
  ],
  variable: [/eyJ[\w.-]+/g, /[0-9a-f-]{36}/g, /(?<=W\/"[0-9a-f]+-)[^"]+/g],
  secrets: ['planted-redis-1', 'planted-redis-2'],
};
