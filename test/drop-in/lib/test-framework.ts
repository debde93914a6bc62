import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SqlProfileStorage } from '../../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { summarizeRoutes } from '../../../packages/profiler/src/view/routes/summarize-routes.ts';
import { startApplication } from './application.ts';
import { checkProfile } from './framework-profile.ts';
import type { Framework } from './framework-profile.ts';
import { REQUESTS } from './framework-requests.ts';
import { comparable, requestText, sendRaw, getTokens } from './raw-http.ts';
import { startTarget } from './target.ts';

/** Tests the application of a framework: it answers the same bytes with the recorder, and its profiles are complete. */
export function testFramework(framework: Framework): void {
  test(`${framework.file} answers the same bytes with the recorder, and its profiles are complete`, async (t) => {
    const env = { TARGET_URL: await startTarget(t) };
    const file = `frameworks/${framework.file}`;
    const [plain, recorded] = await Promise.all([
      startApplication(t, file, { env, withoutRecorder: true }),
      startApplication(t, file, { env }),
    ]);
    const requests = Object.entries(REQUESTS).filter(([name]) => !framework.without?.includes(name));
    for (const [name, request] of requests)
      await t.test(name, async () => {
        const bytes = requestText(request);
        const [expected, actual] = [await sendRaw(plain.url, bytes), await sendRaw(recorded.url, bytes)];
        assert.equal(comparable(actual), comparable(expected));
        const [token, ...others] = getTokens(actual);
        assert.deepEqual(others, []);
        checkProfile(await recorded.profile(token!), request, framework);
      });
    await t.test('requests on one connection, sent before the first response', async (t) => {
      if (framework.hangsOnPipelining === true) return t.skip('the framework does not answer them');
      const requests = [REQUESTS['a JSON body']!, REQUESTS['a streamed response']!, REQUESTS['a log and a call']!];
      const bytes = requests.map((request, index) => requestText(request, index === requests.length - 1)).join('');
      const [expected, actual] = [await sendRaw(plain.url, bytes), await sendRaw(recorded.url, bytes)];
      assert.equal(comparable(actual), comparable(expected));
      const tokens = getTokens(actual);
      assert.equal(tokens.length, requests.length);
      for (const [index, token] of tokens.entries())
        checkProfile(await recorded.profile(token), requests[index]!, framework);
    });
    await t.test('a response that the client aborts', async () => {
      const bytes = requestText({ method: 'GET', path: '/slow' });
      const [token] = getTokens(await sendRaw(recorded.url, bytes, 10));
      const { summary, data } = await recorded.profile(token!);
      assert.equal(summary.aborted, true);
      assert.equal(data.response.body?.content, 'first');
    });
    await t.test('the overview has a row for the template of each route', async () => {
      const storage = new SqlProfileStorage({ file: recorded.store });
      t.after(() => storage.close());
      const { routes } = await summarizeRoutes(storage, { terms: [] });
      const rows = routes.map(({ method, route }) => `${method} ${route}`);
      if (framework.routes)
        for (const [, { method, route }] of requests)
          if (route !== undefined && method !== 'HEAD') assert.ok(rows.includes(`${method} ${route}`), rows.join('\n'));
      assert.deepEqual(
        rows.filter((row) => /\d/.test(row)),
        [],
      );
    });
    assert.equal(withoutNodeFrames(recorded.errors()), withoutNodeFrames(plain.errors()));
  });
}

// Whether Node.js runs a timer directly or after another one differs between runs, and so does which of the files that
// Next.js builds is loaded first.
function withoutNodeFrames(errors: string): string {
  const lines = errors
    .replace(/^oriel: recording requests of .*\n/, '')
    .replaceAll(/^\(node:\d+\)/gm, '')
    .split('\n');
  return lines.filter((line) => !/node:internal|\.next\/server|lines matching cause stack trace/.test(line)).join('\n');
}
