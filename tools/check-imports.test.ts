import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImports } from './check-imports.ts';

function whatIsWrong(path: string, statement: string): string | undefined {
  return checkImports(path, statement, ['kept'])[0]?.why;
}

test('a room may look down, through the door', () => {
  assert.equal(whatIsWrong('src/core/kernel/kernel.ts', "import { a } from '../http/index.ts';"), undefined);
});

test('a room may not look up or sideways', () => {
  assert.match(whatIsWrong('src/http/a.ts', "import { a } from '../kernel/index.ts';")!, /http may import nothing/);
  assert.match(
    whatIsWrong('src/errors/a.ts', "import type { A } from '../server/index.ts';")!,
    /errors may import http, trace/,
  );
});

test('nobody looks past a door', () => {
  assert.match(
    whatIsWrong('src/host/a.ts', "export { a } from '../http/context.ts';")!,
    /shows what it offers in its index.ts/,
  );
});

test('within the api what runs looks down, and types anywhere', () => {
  const path = 'src/api/model/a.ts';
  assert.equal(whatIsWrong(path, "import { a } from '../filters/a.ts';"), undefined);
  assert.equal(whatIsWrong(path, "import type {\n  A,\n} from '../running/a.ts';"), undefined);
  assert.match(whatIsWrong(path, "import {\n  a,\n} from '../running/a.ts';")!, /api\/model stands below api\/running/);
  assert.match(whatIsWrong(path, "const a = await import('../running/a.ts');")!, /what runs looks down/);
  assert.match(whatIsWrong(path, "import type { A } from '../odd/a.ts';")!, /"odd" is no room of the api/);
  assert.match(whatIsWrong('src/api/a.ts', "import { b } from './model/b.ts';")!, /"a.ts" is no room of the api/);
  assert.match(whatIsWrong(path, "import { a } from '../index.ts';")!, /does not come in by it/);
  assert.equal(whatIsWrong('src/features/resources/index.ts', "export { a } from './running/a.ts';"), undefined);
});

test('an import over several lines is found, and so is one at run time', () => {
  assert.match(
    whatIsWrong('src/http/a.ts', "import {\n  a,\n} from '../kernel/index.ts';")!,
    /http may import nothing/,
  );
  assert.match(
    whatIsWrong('src/http/a.ts', "const a = await import('../kernel/index.ts');")!,
    /http may import nothing/,
  );
});

test('an import in a comment is text', () => {
  assert.equal(whatIsWrong('src/http/a.ts', "/**\n * import { a } from '../kernel/index.ts';\n */"), undefined);
});

test('packages must be ones that users get', () => {
  assert.equal(whatIsWrong('src/host/a.ts', "import { a } from 'kept/part';"), undefined);
  assert.match(whatIsWrong('src/host/a.ts', "import { z } from 'zod';")!, /zod is not among the dependencies/);
  assert.match(whatIsWrong('src/http/a.ts', "import { join } from 'node:path';")!, /knows nothing of Node/);
});

test('tests look where they want', () => {
  assert.equal(whatIsWrong('src/http/a.test.ts', "import { a } from '../kernel/kernel.ts';"), undefined);
});
