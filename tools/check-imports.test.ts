import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImports } from './check-imports.ts';

function reasonOf(path: string, statement: string): string | undefined {
  return checkImports(path, statement, ['kept'])[0]?.why;
}

test('a module may import files of the modules in its row', () => {
  assert.equal(reasonOf('src/core/kernel/a.ts', "import { a } from '../http/context.ts';"), undefined);
  assert.equal(reasonOf('src/features/hub/a.ts', "import { a } from '../security/jwt/a.ts';"), undefined);
});

test('a module may not import modules above it or beside it', () => {
  const fromHttp = reasonOf('src/core/http/a.ts', "import { a } from '../kernel/kernel.ts';")!;
  assert.match(fromHttp, /core\/http may import no other module/);
  const fromErrors = reasonOf('src/core/errors/a.ts', "import type { A } from '../server/a.ts';")!;
  assert.match(fromErrors, /core\/errors may import core\/http, core\/trace/);
  assert.match(reasonOf('src/features/cors/a.ts', "import { a } from '../hub/a.ts';")!, /features\/cors may import/);
});

test('a module imports the file that has the declaration, not an entry point', () => {
  assert.match(
    reasonOf('src/host/a.ts', "export { a } from '../core/http/index.ts';")!,
    /an index.ts is a public entry point/,
  );
});

test('an entry point may export names of every module', () => {
  assert.equal(reasonOf('src/profiler/index.ts', "export { a } from '../features/hub/a.ts';"), undefined);
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

test('an import over several lines is found, and so is a dynamic import', () => {
  for (const statement of ["import {\n  a,\n} from '../kernel/a.ts';", "const a = await import('../kernel/a.ts');"])
    assert.match(reasonOf('src/core/http/a.ts', statement)!, /may import no other module/);
});

test('an import in a comment is ignored', () => {
  assert.equal(reasonOf('src/core/http/a.ts', "/**\n * import { a } from '../kernel/a.ts';\n */"), undefined);
});

test('packages must be dependencies', () => {
  assert.equal(reasonOf('src/host/a.ts', "import { a } from 'kept/part';"), undefined);
  assert.match(reasonOf('src/host/a.ts', "import { z } from 'zod';")!, /zod is not a dependency/);
  assert.match(reasonOf('src/core/http/a.ts', "import { join } from 'node:path';")!, /runs without Node.js/);
});
