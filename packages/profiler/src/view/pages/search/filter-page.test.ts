import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { writeSampleProfiles } from '../../../../../../test/browser/support/sample-profiles.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
const get = (path: string, accept = 'text/html'): Promise<Response> =>
  host.fetch(new Request(`http://localhost${path}`, { headers: { Accept: accept }, redirect: 'manual' }));
const page = async (path: string): Promise<string> => (await get(path)).text();
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

interface Answer {
  readonly of: string;
  readonly search: string;
  readonly html?: string;
  readonly values: readonly {
    readonly name: string;
    readonly terms: readonly { readonly term: string; readonly only: string; readonly without?: string }[];
  }[];
}
const asked = async (query: string): Promise<Answer> =>
  (await (await get(`/_profiler/filter.json?${query}`)).json()) as Answer;

/** A value in every column. */
const SLOW: Partial<ProfileSummary> = {
  ...{ duration: 41_400, dbCount: 214, dbTime: 24_000, httpCount: 3, httpTime: 2_900, aborted: true, warnings: 14 },
  ...{ findings: ['n1', 'slow-query'], bytes: 3_250_000, route: 'reports_yearly', visitor: '3f9a1c2244556677' },
};

before(() => {
  writeSampleProfiles(storage);
  const user = { name: 'Express 5.1.0', user: { id: 7, email: 'ada@example.com' } };
  storage.write([createProfile('GET /reports/yearly', { summary: SLOW, data: { framework: user } })]);
});
after(() => host.close());

/** Returns the token of the row with a value in every column. */
const slow = (): string =>
  storage.find({ terms: [], sort: { by: 'duration', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token;
/** Returns the URL that the button of a row opens in a browser without scripts. */
function getButton(list: string, token: string): string {
  const form = /<form id="list" method="post" action="([^"]+)">(.*?)<\/form>/s.exec(list)!;
  const fields = [...form[2]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const button = new RegExp(`<button name=(\\w+) value=(${token})>${token}</button>`).exec(form[2]!)!;
  const parameters = new URLSearchParams(fields.map(([, name, value]): [string, string] => [name!, unescaped(value!)]));
  parameters.append(button[1]!, button[2]!);
  return `${form[1]}?${parameters.toString()}`;
}

describe('filters for a row', () => {
  test('each row has a button that opens its filters with the current search, without a script', async () => {
    const token = slow();
    const list = await page('/_profiler/empty/search/results?q=since:10h+-path:/nowhere&sort=-duration&limit=50');
    const address = getButton(list, token);
    const { headers } = await get(address);
    const filters = unescaped(await page(headers.get('location')!));
    for (const term of ['dur:%3E%3D41400', 'size:%3E%3D3250000', 'route:reports_yearly', 'finding:n1', 'has:aborted'])
      assert.ok(
        filters.includes(
          `href="/_profiler/empty/search/results?q=since:10h+-path:/nowhere+${term}&sort=-duration&limit=50"`,
        ),
        term,
      );
    assert.match(filters, />since:\d{4}-\d\d-\d\dT[\d:]{8}Z until:\d{4}-\d\d-\d\dT[\d:]{8}Z</);
    assert.match(filters, /q=since:10h\+-path:\/nowhere\+-dur:%3E%3D41400[^"]*">not</);
  });

  test('each filter matches the row, and each negated filter does not', async () => {
    const token = slow();
    const { of, values } = await asked(`of=${token}&limit=100`);
    assert.equal(of, token);
    assert.deepEqual(
      values.map(({ name }) => name),
      [
        ...[
          'Status',
          'Method',
          'URL',
          'Application',
          'User',
          'Visitor',
          'Findings',
          'Duration',
          'Database',
          'Outgoing calls',
        ],
        ...['Size', 'Time', 'Client', 'Process', 'Token'],
      ],
    );
    for (const { terms } of values)
      for (const { term, only, without } of terms) {
        const has = (list: string): boolean => list.includes(`<a href="/_profiler/${token}"`);
        assert.equal(has(await page(only)), true, term);
        if (without !== undefined) assert.equal(has(await page(without)), false, `not ${term}`);
      }
  });

  test('the script receives the filters as the menu of the row, with names of their own', async () => {
    const { html, values } = await asked(`of=${slow()}&html=1`);
    const terms = values.flatMap((value) => value.terms);
    const [, list] = html!.split('<dl>');
    assert.equal(list!.match(/<a href="/g)!.length, terms.length + terms.filter(({ without }) => without).length);
    for (const { term, without } of terms) {
      assert.ok(unescaped(html!).includes(`>${term}</a`), term);
      if (without) assert.ok(unescaped(html!).includes(`aria-label="not ${term}"`), term);
    }
    assert.match(html!, /\?q=visitor:3f9a1c22&amp;sort=time&amp;limit=25">requests of this visitor</);
    assert.match(html!, /href="\/_profiler\/[0-9a-f]{6}\/export\/curl" data-copy-link>cURL</);
    assert.equal((await asked(`of=${slow()}`)).html, undefined);
  });

  test('omits terms that the search already has', async () => {
    const { values } = await asked(`of=${slow()}&q=status:200`);
    assert.deepEqual(
      values[0]!.terms.map(({ term }) => term),
      ['status:2xx'],
    );
  });

  test('a missing row is a 404, an invalid search a 400', async () => {
    assert.equal((await get('/_profiler/filter?of=ffffff')).status, 404);
    assert.equal((await get('/_profiler/filter')).status, 404);
    assert.equal((await get(`/_profiler/filter?of=${slow()}&q=stauts:1`)).status, 400);
  });

  test('escapes recorded text and limits its size', async () => {
    const url = `http://localhost/"><script>alert(1)</script>${'&<'.repeat(2_000)}`;
    const stored = createProfile('GET /x', {
      summary: {
        url,
        path: url.slice(16),
        ip: '<i>',
        method: '<M>',
        exception: '<E>"',
        findings: ['<f>'],
        note: '"<n>',
      },
    });
    storage.write([stored]);
    const address = `/_profiler/filter?of=${stored.summary.token}&html=1`;
    for (const text of [await page(address), (await asked(address.split('?')[1]!)).html!]) {
      assert.doesNotMatch(text, /<script>alert|<M>|<E>|<f>|"<n>/);
      assert.ok(Buffer.byteLength(text) <= 60_000, `${Buffer.byteLength(text)} bytes`);
    }
    assert.match(await (await get(address, 'text/markdown')).text(), /^# Filter by this request/);
  });
});
