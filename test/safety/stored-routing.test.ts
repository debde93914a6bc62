import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { route } from '../../packages/host/src/index.ts';
import { startRecordedHost } from './support/recorded-host.ts';

const handle = (): string => 'x';
const routes = [
  route('by_path', 'GET /other', { handle }),
  route('by_method', 'POST /books/{id}', { handle }),
  route('by_requirement', 'GET /books/{id<[a-z]+>}', { handle }),
  route('by_host', 'GET /books/{id}', { handle, host: 'api.localhost' }),
  route('by_scheme', 'GET /books/{id}', { handle, schemes: ['https'] }),
];
const REASONS = [
  ['by_path', 'no', /Path .*does not match/],
  ['by_method', 'almost', /Method "GET" does not match any of the required methods \(POST\)/],
  ['by_requirement', 'almost', /Requirement for "id" does not match/],
  ['by_host', 'almost', /Host "localhost" does not match/],
  ['by_scheme', 'almost', /Scheme "http" does not match/],
] as const;

test('the routing panel of a 404 shows every candidate with its reason, and does not change when the routes are edited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'routing-'));
  const file = join(folder, 'profiler.sqlite');
  try {
    let token = '';
    const pages: string[] = [];
    {
      await using recorded = await startRecordedHost({ routes: [routes[0]!, routes[2]!, routes[3]!] }, { file });
      token = (await recorded.client.send('GET /books/7')).get('x-debug-token')!;
      const { data, summary } = await recorded.profile(token);
      assert.equal(summary.status, 404);
      assert.deepEqual(
        data.routing?.candidates.map(({ route: name }) => name),
        ['by_path', 'by_requirement', 'by_host'],
        'all routes of the application, and none of the profiler',
      );
      for (const suffix of ['', '.md', '.json'])
        pages.push(
          (
            await recorded.client.send(`GET /_profiler/${token}${suffix}?panel=routing`, {
              headers: { Accept: 'text/html' },
            })
          ).text,
        );
    }
    await using edited = await startRecordedHost(
      { routes: [route('all', 'GET /books/{id}', { handle }), route('new', 'GET /new', { handle })] },
      { file },
    );
    assert.equal((await edited.client.send('GET /books/7')).status, 200, 'the edited routes match the request');
    for (const [index, suffix] of ['', '.md', '.json'].entries()) {
      const now = (
        await edited.client.send(`GET /_profiler/${token}${suffix}?panel=routing`, { headers: { Accept: 'text/html' } })
      ).text;
      assert.equal(candidatesIn(now), candidatesIn(pages[index]!));
      assert.doesNotMatch(candidatesIn(now), /\bnew\b|\/new/);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each candidate states why it does not match: path, method, requirement, host or scheme', async () => {
  await using recorded = await startRecordedHost({ routes });
  const token = (await recorded.client.send('GET /books/7')).get('x-debug-token')!;
  const { data } = await recorded.profile(token);
  for (const [name, level, reason] of REASONS) {
    const found = data.routing!.candidates.find(({ route: text }) => text === name)!;
    assert.equal(found.level, level, `${name}: ${found.reason}`);
    assert.match(found.reason, reason, name);
  }
  const page = (
    await recorded.client.send(`GET /_profiler/${token}?panel=routing`, { headers: { Accept: 'text/html' } })
  ).text;
  for (const [name] of REASONS) assert.ok(page.includes(name), name);
});

// Other parts of the page may change, such as the age and the newer profiles.
function candidatesIn(text: string): string {
  const start = text.search(/by_path/);
  return text.slice(start, text.indexOf('by_host', start) + 400).split(/<\/table>|\n\n## |"older"|\]\s*\}\s*\]/)[0]!;
}
