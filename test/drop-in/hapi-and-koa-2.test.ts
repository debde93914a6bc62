import assert from 'node:assert/strict';
import { before, after, describe, test } from 'node:test';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { comparable, requestText, sendRaw, getTokens } from './lib/raw-http.ts';
import type { RawRequest } from './lib/raw-http.ts';

const APP = 'hapi-and-koa-2.mjs';
const ADA = { Authorization: 'Bearer ada' };
const REQUESTS: Readonly<Record<string, RawRequest>> = {
  user: { method: 'GET', path: '/users/7?page=2', headers: ADA },
  files: { method: 'GET', path: '/files/a/b' },
  throw: { method: 'GET', path: '/throw' },
  item: {
    ...{ method: 'POST', path: '/shops/books/items/7', body: '{"email":"eve@example.com"}' },
    headers: { 'Content-Type': 'application/json' },
  },
  missing: { method: 'GET', path: '/missing' },
  mounted: { method: 'GET', path: '/mounted/deep/3' },
};

describe('hapi and Koa 2', () => {
  const cleanups: (() => unknown)[] = [];
  const t = { after: (work: () => unknown) => void cleanups.push(work) };
  let plain: Application;
  let recorded: Application;
  before(async () => {
    [plain, recorded] = await Promise.all([
      startApplication(t, APP, { withoutRecorder: true }),
      startApplication(t, APP),
    ]);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  for (const framework of ['hapi', 'koa'])
    test(`${framework}: responses have the same bytes, and profiles have routes, handlers, users and errors`, async () => {
      const profiles: Record<string, Profile> = {};
      const url = async (app: Application): Promise<string> =>
        `http://127.0.0.1:${await (await fetch(`${app.url}/${framework}`)).text()}`;
      const [expectedUrl, actualUrl] = [await url(plain), await url(recorded)];
      for (const [name, request] of Object.entries(REQUESTS)) {
        const bytes = requestText(request);
        const [expected, actual] = [await sendRaw(expectedUrl, bytes), await sendRaw(actualUrl, bytes)];
        assert.equal(comparable(actual), comparable(expected), name);
        profiles[name] = await recorded.profile(getTokens(actual)[0]!);
      }
      const { user, files, throw: failed, item, missing, mounted } = profiles;
      const isHapi = framework === 'hapi';
      assert.match(user!.data.framework!.name, isHapi ? /^hapi 21\./ : /^Koa 2\./);
      assert.equal(user!.summary.route, isHapi ? '/users/{id}' : '/users/:id');
      assert.deepEqual(user!.data.request.params, { id: '7' });
      assert.deepEqual(user!.data.framework!.user, { id: 1, name: 'ada' });
      assert.match(user!.data.request.handler!, /^hapi-and-koa-2\.mjs:\d+$/);
      assert.equal(files!.summary.route, isHapi ? '/files/{path*}' : '/files/{*path}');
      assert.equal(failed!.summary.exception, 'TypeError');
      assert.deepEqual(failed!.data.pipeline.map(({ listener }) => listener).at(-1), 'fail');
      assert.equal(item!.summary.route, isHapi ? '/shops/{shop}/items/{item?}' : '/shops/:shop/items/:item');
      assert.deepEqual(item!.data.request.params, { shop: 'books', item: '7' });
      assert.equal(item!.data.framework!.user, undefined);
      assert.deepEqual([missing!.summary.route, missing!.summary.exception], [undefined, undefined]);
      assert.equal(mounted!.summary.route, isHapi ? undefined : '/mounted/deep/:level');
      const names = user!.data.pipeline.map(({ event }) => event);
      assert.equal(names.filter((event) => event === 'handler').length, 1, names.join());
      assert.ok(user!.data.pipeline.every(({ listener }) => listener !== '<anonymous>'));
    });
});
