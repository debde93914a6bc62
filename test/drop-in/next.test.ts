import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { databasePanel } from '../../packages/profiler/src/view/panels/database-panel.ts';
import { startApplication } from './lib/application.ts';
import { buildNext } from './lib/build-next.ts';
import type { Framework } from './lib/framework-profile.ts';
import { checkMarkedProfiles } from './lib/marked-profiles.ts';
import { sendMarkedRequests } from './lib/marked-requests.ts';
import { skipWithout } from './lib/skip-without.ts';
import { startTarget } from './lib/target.ts';
import { testFramework } from './lib/test-framework.ts';

const NEXT: Omit<Framework, 'file'> = {
  ...{ name: /^Next\.js \d+\./, pipeline: [], handlers: /^app\/.*\/route$/ },
  ...{ routes: true, catchesErrors: true, knowsUser: false, hasResponse: false },
  // Its route handlers have no errors with a status. Next.js removes the header Content-Encoding of their responses.
  without: ['an error with a status', 'a compressed response'],
};

describe('Next.js', { skip: skipWithout('next') }, () => {
  before(buildNext);

  testFramework({ ...NEXT, file: 'next-start.mjs' });
  testFramework({ ...NEXT, file: 'next-custom.mjs' });

  test('a Next.js route with several segments has a plus sign, and a response that Next.js compresses is readable', async (t) => {
    const app = await startApplication(t, 'frameworks/next-start.mjs');
    const { data } = await app.profileOf(await fetch(`${app.url}/files/a/b`));
    assert.equal(data.framework?.route, '/files/:path+');
    assert.deepEqual(data.request.params, { path: ['a', 'b'] });
    // Next.js 16 compresses it.
    const large = await app.profileOf(await fetch(`${app.url}/large`));
    assert.match(large.data.response.body?.content ?? '', /^Lorem ipsum/);
  });

  test('requests of Next.js that are interleaved have their own logs, calls, queries and bodies only', async (t) => {
    const app = await startApplication(t, 'frameworks/next-start.mjs', { env: { TARGET_URL: await startTarget(t) } });
    const sent = await sendMarkedRequests(app.url);
    const profiles = await app.profiles(sent.length);
    checkMarkedProfiles(profiles, sent, false);
  });

  test('a driver that Next.js has bundled is named once, in the terminal and in the panel of the database', async (t) => {
    const app = await startApplication(t, 'frameworks/next-start.mjs');
    for (let i = 0; i < 2; i++) {
      const profile = await app.profileOf(await fetch(`${app.url}/bundled`));
      assert.match(profile.data.config['unwatched'] ?? '', NOTICE);
      assert.match(JSON.stringify(databasePanel.view(profile, {} as never)), /postgres is in a bundle/);
    }
    assert.equal(app.errors().split('postgres is in a bundle').length, 2, app.errors());
  });
});

const NOTICE = /^postgres is in a bundle, so its queries are not recorded: add it to serverExternalPackages/m;
