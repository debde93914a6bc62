import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { route } from '../../src/index.ts';
import { startRecorded } from './support/recorded-host.ts';

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

test('the routing of a 404 shows every candidate with its reason, and stays as it was when the routes are edited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'routing-'));
  const file = join(folder, 'profiler.sqlite');
  try {
    let token = '';
    const looks: string[] = [];
    {
      await using recorded = await startRecorded({ routes: [routes[0]!, routes[2]!, routes[3]!] }, { file });
      token = (await recorded.client.ask('GET /books/7')).get('x-debug-token')!;
      const { data, summary } = await recorded.profile(token);
      assert.equal(summary.status, 404);
      assert.deepEqual(
        data.routing?.candidates.map(({ route: name }) => name),
        ['by_path', 'by_requirement', 'by_host'],
        'none is missing, and none of the profiler’s own is among them',
      );
      for (const suffix of ['', '.md', '.json'])
        looks.push(
          (
            await recorded.client.ask(`GET /_profiler/${token}${suffix}?panel=routing`, {
              headers: { Accept: 'text/html' },
            })
          ).text,
        );
    }
    await using edited = await startRecorded(
      { routes: [route('all', 'GET /books/{id}', { handle }), route('new', 'GET /new', { handle })] },
      { file },
    );
    assert.equal((await edited.client.ask('GET /books/7')).status, 200, 'the edited routes answer it');
    for (const [index, suffix] of ['', '.md', '.json'].entries()) {
      const now = (
        await edited.client.ask(`GET /_profiler/${token}${suffix}?panel=routing`, { headers: { Accept: 'text/html' } })
      ).text;
      assert.equal(candidatesIn(now), candidatesIn(looks[index]!));
      assert.doesNotMatch(candidatesIn(now), /\bnew\b|\/new/);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each candidate says why it is none: path, method, requirement, host, scheme', async () => {
  await using recorded = await startRecorded({ routes });
  const token = (await recorded.client.ask('GET /books/7')).get('x-debug-token')!;
  const { data } = await recorded.profile(token);
  for (const [name, level, reason] of REASONS) {
    const found = data.routing!.candidates.find(({ route: each }) => each === name)!;
    assert.equal(found.level, level, `${name}: ${found.reason}`);
    assert.match(found.reason, reason, name);
  }
  const page = (
    await recorded.client.ask(`GET /_profiler/${token}?panel=routing`, { headers: { Accept: 'text/html' } })
  ).text;
  for (const [name] of REASONS) assert.ok(page.includes(name), name);
});

// Everything else on the page may tell of now: how long ago, what is newer.
function candidatesIn(text: string): string {
  const at = text.search(/by_path/);
  return text.slice(at, text.indexOf('by_host', at) + 400).split(/<\/table>|\n\n## |"older"|\]\s*\}\s*\]/)[0]!;
}
