import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { writeSampleProfiles } from '../../../../../../test/browser/support/sample-profiles.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
const get = (path: string, headers: Record<string, string> = {}, peer = '127.0.0.1'): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' }),
    { peer },
  );
const newest = (): string =>
  storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token;

before(() => writeSampleProfiles(storage));
after(() => host.close());

describe('the profile page', () => {
  test('opens on the exception panel if the request failed', async () => {
    const page = await (await get(`/_profiler/${newest()}`)).text();
    assert.match(page, /<h1><b>POST<\/b> <span class="target"[^>]*>\/books<\/span><\/h1>/);
    assert.match(page, /500 Internal Server Error<\/span>/);
    assert.match(page, /data-panel="exception" aria-current="page"/);
    assert.match(page, /The book could not be saved/);
  });

  test('opens on the request panel without an exception', async () => {
    const { token } = storage.find({
      terms: [{ field: 'status', operator: 'is', value: 304, negated: false }],
      sort: { by: 'time', descending: true },
      limit: 1,
      cursor: undefined,
    }).rows[0]!;
    const page = await (await get(`/_profiler/${token}`)).text();
    assert.match(page, /304 Not Modified<\/span>/);
    assert.match(page, /data-panel="request" aria-current="page"/);
  });

  test('the token "latest" selects the newest profile', async () => {
    assert.match(await (await get('/_profiler/latest')).text(), new RegExp(`<code>${newest()}</code>`));
  });

  test('an unknown token is a 404 with the reason', async () => {
    const answer = await get('/_profiler/abcdef');
    assert.equal(answer.status, 404);
    const page = await answer.text();
    assert.match(page, /Token &quot;abcdef&quot; not found/);
    assert.match(page, /<li>it never existed here/);
    assert.doesNotMatch(page, /still running|removed/);
  });

  test('an invalid token is a 404', async () => {
    for (const path of ['/_profiler/empty', '/_profiler/nonsense', '/_profiler/ABCDEF'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('an unknown panel is a 404', async () => {
    const answer = await get(`/_profiler/${newest()}?panel=nopanel`, { Accept: 'application/json' });
    assert.equal(answer.status, 404);
    assert.match(
      (await answer.text()).replaceAll('\\"', '"'),
      new RegExp(`Panel "nopanel" is not available for token "${newest()}"\\.`),
    );
  });

  test('links to the previous profile of the same route', async () => {
    const { rows } = storage.find({
      terms: [{ field: 'route', operator: 'is', value: 'cities_show', negated: false }],
      sort: { by: 'time', descending: true },
      limit: 3,
      cursor: undefined,
    });
    const page = await (await get(`/_profiler/${rows[1]!.token}`)).text();
    assert.match(
      page,
      new RegExp(`data-older="/_profiler/${rows[2]!.token}" data-newer="/_profiler/${rows[0]!.token}"`),
    );
  });
});
