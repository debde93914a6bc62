import { equal, match } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileDecorators, hasDecorators } from './decorators.ts';

const block = (code: string) => ({ path: 'docs/p.md', line: 1, code, runs: true });

test('blocks with decorators of classes and members need a compiler', () => {
  equal(hasDecorators(block("@Controller('boats')\nclass Boats {}")), true);
  equal(hasDecorators(block('class Boats {\n  @Get()\n  list() {}\n}')), true);
  equal(hasDecorators(block("import { a } from '@nestjs/common'; // @Get()")), false);
});

test('a file with decorators is compiled with the metadata of its types', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-decorators-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'step.ts');
  writeFileSync(
    file,
    "import './host.ts';\n@seal()\nclass Boats {\n  constructor(private readonly tide: Tide) {}\n}\nclass Tide {}\n",
  );
  equal(compileDecorators(file), join(folder, 'step.js'));
  const compiled = readFileSync(join(folder, 'step.js'), 'utf8');
  match(compiled, /__metadata\("design:paramtypes", \[Tide\]\)/);
  match(compiled, /import '\.\/host\.ts'/);
  match(compiled, /this\.tide = tide/);
});
