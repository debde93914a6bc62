import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImports } from './check-imports.ts';
import { findLargeCycles } from './lib/import-cycles.ts';

function reasonOf(path: string, statement: string): string | undefined {
  return checkImports(path, statement, ['installed'])[0]?.why;
}

test('a module may import files of the modules in its row', () => {
  assert.equal(reasonOf('src/core/kernel/a.ts', "import { a } from '../http/context.ts';"), undefined);
  assert.equal(reasonOf('src/features/hub/a.ts', "import { a } from '../security/jwt/a.ts';"), undefined);
});

test('a module may not import higher modules and modules of the same level', () => {
  const fromHttp = reasonOf('src/core/http/a.ts', "import { a } from '../kernel/kernel.ts';")!;
  assert.match(fromHttp, /core\/http may import core\/builtins, core\/messages/);
  const fromErrors = reasonOf('src/core/errors/a.ts', "import type { A } from '../server/a.ts';")!;
  assert.match(fromErrors, /core\/errors may import .*core\/messages, core\/http, core\/trace/);
  assert.match(reasonOf('src/features/cors/a.ts', "import { a } from '../hub/a.ts';")!, /features\/cors may import/);
});

test('a module imports the file that has the declaration, not an entry point', () => {
  assert.match(
    reasonOf('src/host/a.ts', "export { a } from '../core/http/index.ts';")!,
    /an index.ts is a public entry point/,
  );
});

test('an entry point may export names of every module', () => {
  assert.equal(reasonOf('packages/profiler/src/index.ts', "export { a } from '../features/hub/a.ts';"), undefined);
});

test('within resources, values come from lower layers and types from any layer', () => {
  const path = 'src/features/resources/model/a.ts';
  assert.equal(reasonOf(path, "import { a } from '../filters/a.ts';"), undefined);
  assert.equal(reasonOf(path, "import type {\n  A,\n} from '../running/a.ts';"), undefined);
  assert.match(
    reasonOf(path, "import {\n  a,\n} from '../running/a.ts';")!,
    /resources\/model is below resources\/run/,
  );
  assert.match(reasonOf(path, "const a = await import('../running/a.ts');")!, /is below/);
  assert.match(reasonOf(path, "import { a } from '../odd/a.ts';")!, /"odd" is not a layer/);
  assert.match(reasonOf(path, "import { a } from '../feature.ts';")!, /is below the files that create/);
  assert.equal(reasonOf('src/features/resources/a.ts', "import { b } from './model/b.ts';"), undefined);
});

test('finds imports over several lines and dynamic imports', () => {
  for (const statement of ["import {\n  a,\n} from '../kernel/a.ts';", "const a = await import('../kernel/a.ts');"])
    assert.match(reasonOf('src/core/http/a.ts', statement)!, /may import .*core\/messages/);
});

test('ignores an import in a comment', () => {
  assert.equal(reasonOf('src/core/http/a.ts', "/**\n * import { a } from '../kernel/a.ts';\n */"), undefined);
});

test('packages must be dependencies', () => {
  assert.equal(reasonOf('src/host/a.ts', "import { a } from 'installed/part';"), undefined);
  assert.match(reasonOf('src/host/a.ts', "import { z } from 'zod';")!, /zod is not a dependency/);
  assert.match(reasonOf('src/core/http/a.ts', "import { join } from 'node:path';")!, /runs without Node.js/);
});

// File 0 imports file 1, and so on; the last one imports the first.
function ring(size: number, kind: string): [path: string, text: string][] {
  return Array.from({ length: size }, (_, index) => [
    `src/core/http/file-${index}.ts`,
    `import${kind} { a } from './file-${(index + 1) % size}.ts';`,
  ]);
}

test('five files may import each other, six may not, type imports included', () => {
  assert.deepEqual(findLargeCycles(new Map(ring(5, ''))), []);
  for (const kind of ['', ' type']) {
    const [issue, ...more] = findLargeCycles(new Map(ring(6, kind)));
    assert.equal(issue!.place, 'src/core/http/file-0.ts:1');
    assert.match(issue!.what, /cycle of 6 files:\n\s+src\/core\/http\/file-0\.ts\n/);
    assert.deepEqual(more, []);
  }
});

test('a chain of imports, and two cycles joined by one import, are not a large cycle', () => {
  const chain = ring(6, '').slice(0, 5);
  const [[path, text] = ['', '']] = ring(5, '');
  const joined = ring(5, '').map(([each, content]): [string, string] => [each.replace('http', 'trace'), content]);
  const files = new Map([...ring(5, ''), ...joined, [path, `${text}\nimport { b } from '../trace/file-0.ts';`]]);
  assert.deepEqual(findLargeCycles(new Map(chain)), []);
  assert.deepEqual(findLargeCycles(files), []);
});
