import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import type { ErrorView } from '../../packages/core/src/errors/error-view.ts';
import { mapProfile } from '../../packages/profiler/src/view/source-maps/map-profile.ts';
import { APPS, startApplication } from './lib/application.ts';
import { load } from './lib/host-in-frameworks.ts';
import { skipWithout } from './lib/skip-without.ts';
import { getQueries } from './lib/sql-drivers.ts';

interface Rolldown {
  build(options: object): Promise<unknown>;
}

const SOURCE = `import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

interface Boat {
  readonly name: string;
}

const database = new DatabaseSync(':memory:');
const server = createServer((request, response) => {
  response.setHeader('x-note', '${'lines of programs are long '.repeat(10)}');
  const boat = database.prepare('select 7 as name').get() as Boat;
  response.end(String(boat.name));
  if (request.url === '/crash') setImmediate(crash);
});

function crash(): never {
  throw new RangeError('in the source');
}

server.listen(0, '127.0.0.1', () => console.log('listening on ' + (server.address() as { port: number }).port));
`;

for (const [name, minify, sourcemap] of [
  ['files of dist with a map beside them', false, true],
  ['minified chunks of a build', true, true],
  ['files with a map in them', false, 'inline'],
] as const)
  test(`positions in ${name} are shown as those of the source`, { skip: skipWithout('rolldown') }, async (t) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'oriel-maps-')));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    for (const value of ['src', '.next/chunks']) mkdirSync(join(folder, value), { recursive: true });
    writeFileSync(join(folder, 'src/app.ts'), SOURCE);
    const file = join(folder, '.next/chunks/app.mjs');
    const { build } = await load<Rolldown>('rolldown');
    await build({
      ...{ input: join(folder, 'src/app.ts'), platform: 'node', logLevel: 'silent' },
      output: { file, format: 'esm', minify, sourcemap, codeSplitting: false },
    });
    const app = await startApplication(t, relative(APPS, file));
    const stored = await app.profileOf(await fetch(app.url));
    const [recorded] = getQueries(stored);
    assert.match(String(recorded!.caller), minify ? /app\.mjs:\d+:\d+$/ : /app\.mjs:\d+$/);
    const [query] = getQueries(mapProfile(stored, folder));
    assert.equal(query!.caller, 'src/app.ts:11');
    assert.equal(
      getQueries(mapProfile(stored, join(folder, 'src')))[0]!.caller,
      recorded!.caller,
      'outside of the root',
    );
    const { exception } = mapProfile(withException(stored, file, minify), folder).data as { exception?: ErrorView };
    const [frame] = exception!.exceptions[0]!.frames;
    assert.deepEqual([frame!.shortFile, frame!.line], ['src/app.ts', 11]);
    assert.ok(frame!.excerpt!.lines.some((line) => line.includes('as Boat')));
  });

/** Adds an exception whose first frame is the line of the query. */
function withException<P extends { data: object }>(profile: P, file: string, minify: boolean): P {
  const { caller } = getQueries(profile as never)[0]!;
  const [, line, column = '3'] = /:(\d+)(?::(\d+))?$/.exec(String(caller))!;
  assert.equal(minify, Number(column) > 3);
  const frame = { file, shortFile: file, line: Number(line), column: Number(column), excerpt: { start: 1, lines: [] } };
  return { ...profile, data: { ...profile.data, exception: { exceptions: [{ frames: [frame] }] } } };
}
