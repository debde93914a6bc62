import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defineHost, on } from '../index.ts';
import type { Host } from '../index.ts';
import { getAssembly, cannotStart, loadHost } from './load-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-load-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function load(text: string) {
  const file = join(folder, `host-${++files}.mjs`);
  writeFileSync(file, text);
  return loadHost(file);
}

const HOST = '{ fetch() {}, assembly() {}, listen() {} }';

test('the default export is the host', async () => {
  const { host, file } = await load(`export default ${HOST};`);
  assert.equal(typeof host.fetch, 'function');
  assert.match(file, /host-\d+\.mjs$/);
});

for (const [text, message] of [
  ['', /no default export\n +fix: import \{ defineHost \}/],
  [`export const api = ${HOST};`, /no default export, but its export "api" is a host\n +fix: Write export default api/],
  ['export default null;', /not a host but null/],
  ['export default [];', /not a host but an array/],
  ['export default function make() {}', /not a host but the function make; call it/],
  ['export default () => {};', /not a host but the function default; call it/],
  ['export default Promise.resolve();', /a promise; await it/],
  ['export default "x";', /not a host but a value of type string/],
  ['throw undefined;', /The file throws undefined while it is loaded/],
] as const) {
  test(`a host file with the content "${text}" is rejected with what is missing`, async () => {
    await assert.rejects(load(text), { name: 'LoadError', message });
  });
}

test('issues of the configuration are printed with their fixes', () => {
  const early = { ...on('kernel.request', 100, 'early', () => {}), appliesTo: () => true };
  const host = defineHost({ listeners: [early] });
  assert.throws(() => getAssembly({ host, file: 'host.ts' }), {
    name: 'LoadError',
    message: /host\.ts cannot start[^]*Listener "early"[^]*fix: give it a lower priority/,
  });
});

test('other errors at start-up are printed as well', () => {
  assert.match(
    cannotStart('host.ts', 'no luck').message,
    /no luck\n +fix: Correct the configuration that the reason names/,
  );
  const host = { assembly: () => assert.fail('boom') } as unknown as Host;
  assert.throws(() => getAssembly({ host, file: 'host.ts' }), /boom/);
});
