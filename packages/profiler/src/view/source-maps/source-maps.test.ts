import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SourceMaps } from './source-maps.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'oriel-source-maps-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, 'app');
mkdirSync(join(root, 'dist'), { recursive: true });
mkdirSync(join(folder, 'other'));

/** A map whose second line is the fifth line of its source. */
function getMap(source: string): object {
  return { version: 3, sources: [source], names: [], mappings: ';EAIE' };
}

function write(file: string, map: object | undefined, text = 'one();\n  two();\n'): void {
  writeFileSync(join(root, file), text);
  if (map) writeFileSync(join(root, `${file}.map`), JSON.stringify(map));
}

test('the names of bundlers, relative names and URLs are paths inside of the root', () => {
  const sources = {
    'webpack://_N_E/./src/page.ts': 'src/page.ts',
    'webpack://_N_E/(rsc)/./src/page.ts': 'src/page.ts',
    'turbopack:///[project]/src/page.ts': 'src/page.ts',
    '../src/page.ts': 'src/page.ts',
    [`file://${root}/src/page.ts`]: 'src/page.ts',
  };
  for (const [source, path] of Object.entries(sources)) {
    write('dist/named.js', getMap(source));
    const found = new SourceMaps(root).find(join(root, 'dist/named.js'), 2);
    assert.deepEqual(found, { file: join(root, path), line: 5, column: 3 }, source);
  }
});

test('sections of a map are read', () => {
  const map = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: getMap('../src/a.ts') }] };
  write('dist/sections.js', map);
  assert.equal(new SourceMaps(root).find('dist/sections.js', 2)?.file, join(root, 'src/a.ts'));
});

test('a line without a position, and a file without a map, have no source', () => {
  write('dist/plain.js', undefined);
  write('dist/mapped.js', getMap('../src/a.ts'));
  const maps = new SourceMaps(root);
  assert.equal(maps.find('dist/plain.js', 2), undefined);
  for (const line of [0, 1, 3, 99, -1, NaN]) assert.equal(maps.find('dist/mapped.js', line), undefined, String(line));
});

test('files and sources outside of the root are not used', () => {
  for (const source of ['../../other/a.ts', '/etc/passwd', 'file:///etc/passwd', 'webpack://x/../../../etc/passwd']) {
    write('dist/outside.js', getMap(source));
    assert.equal(new SourceMaps(root).find('dist/outside.js', 2), undefined, source);
  }
  writeFileSync(join(folder, 'other/map.json'), JSON.stringify(getMap('../app/src/a.ts')));
  writeFileSync(join(folder, 'other/code.js'), 'one();\n  two();\n');
  writeFileSync(join(folder, 'other/code.js.map'), JSON.stringify(getMap('../app/src/a.ts')));
  write('dist/url.js', undefined, 'one();\n  two();\n//# sourceMappingURL=../../other/map.json');
  symlinkSync(join(folder, 'other/code.js'), join(root, 'dist/link.js'));
  const maps = new SourceMaps(root);
  for (const file of ['dist/url.js', 'dist/link.js', '../other/code.js', join(folder, 'other/code.js'), 'a\0.js'])
    assert.equal(maps.find(file, 2), undefined, file);
});

test('invalid maps and too many files have no source', () => {
  const maps = new SourceMaps(root);
  for (const text of ['{', 'null', '[]', '{"sources":7,"mappings":";EAIE"}', '{"sources":[null],"mappings":"!!!!"}']) {
    write('dist/invalid.js', undefined);
    writeFileSync(join(root, 'dist/invalid.js.map'), text);
    assert.equal(new SourceMaps(root).find('dist/invalid.js', 2), undefined, text);
  }
  for (let i = 0; i < 50; i++) maps.find(`dist/none-${i}.js`, 2);
  write('dist/last.js', getMap('../src/a.ts'));
  assert.equal(maps.find('dist/last.js', 2), undefined);
});
