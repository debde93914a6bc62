import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOfMarkdown } from '../../tools/docs/code-blocks.ts';
import { removeUnreachableDeclarations } from '../../tools/lib/remove-unreachable-declarations.ts';

const ROOT = join(import.meta.dirname, '../..');
const APPLICATION = mkdtempSync(join(tmpdir(), 'oriel-declarations-'));
const PACKAGE = join(APPLICATION, 'node_modules/oriel');

// Packages that the project does not have, and better-sqlite3, whose own types cannot be named.
const FOREIGN = /from '(?:@nestjs|better-auth|better-sqlite3|express|fastify)/;

before(() => {
  installPackage();
  copyPrograms();
  writeExamplesOfPages();
});
after(() => rmSync(APPLICATION, { recursive: true, force: true }));

// The names of the packages in node_modules.
for (const compiler of ['typescript', 'typescript5']) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', compiler, 'package.json'), 'utf8')) as {
    version: string;
  };
  test(`TypeScript ${version} writes the declarations of all examples, templates and pages as packages of a workspace`, async () => {
    const project = join(APPLICATION, `tsconfig.${compiler}.json`);
    const compilerOptions = {
      ...{ composite: true, declaration: true, emitDeclarationOnly: true, outDir: `types/${compiler}` },
      ...{ target: 'es2024', module: 'nodenext', types: ['node'], strict: true, noUncheckedIndexedAccess: true },
      ...{ allowImportingTsExtensions: true, resolveJsonModule: true, skipLibCheck: true },
      // Other packages are links to those of the project.
      preserveSymlinks: true,
    };
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['programs'] }));
    assert.equal(await compile(compiler, ['-p', project, '--pretty', 'false']), '');
    const declarations = readFileSync(join(APPLICATION, 'types', compiler, 'programs/inferred-types.d.ts'), 'utf8');
    assert.match(declarations, /export declare const host: .*Host</);
  });
}

/** Writes the declarations of the package as an application finds them after `npm install`, with the optional peers. */
function installPackage(): void {
  mkdirSync(PACKAGE, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'oriel') symlinkSync(join(ROOT, 'node_modules', name), join(APPLICATION, 'node_modules', name));
  writeFileSync(join(APPLICATION, 'package.json'), '{ "type": "module" }');
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  writeFileSync(join(PACKAGE, 'package.json'), manifest);
  const dist = join(PACKAGE, 'dist');
  const options = ['--emitDeclarationOnly', '--noCheck', '--outDir', dist];
  execFileSync(process.execPath, [program('typescript'), '-p', 'tsconfig.build.json', ...options], { cwd: ROOT });
  const { exports } = JSON.parse(manifest) as { exports: Record<string, { types: string } | string> };
  const entryPoints = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]));
  removeUnreachableDeclarations(
    dist,
    entryPoints.map((path) => path.replace('./dist/', '')),
  );
}

function copyPrograms(): void {
  const programs = globSync(['examples/*/*.ts', 'packages/host/template/*.ts', 'test/package/inferred-*.ts'], {
    cwd: ROOT,
  });
  assert.ok(programs.includes('packages/host/template/host.ts') && programs.includes('examples/tracker/host.ts'));
  // Tests and their helpers import modules of this repository.
  for (const path of programs.filter((each) => !/\.test\.ts$|\/(?:test|start)-/.test(each)))
    cpSync(join(ROOT, path), join(APPLICATION, 'programs', path.replace('test/package/', '')));
}

// Exports everything that the examples declare.
function writeExamplesOfPages(): void {
  const pages = globSync(['packages/*/README.md', 'docs/**/*.md'], { cwd: ROOT });
  const blocks = pages.flatMap((path) => blocksOfMarkdown(path, readFileSync(join(ROOT, path), 'utf8')));
  const written = blocks.filter(({ code, project }) => project === undefined && !FOREIGN.test(code));
  assert.ok(
    written.some(({ path }) => path === 'packages/host/README.md') && written.length > 100,
    `${written.length} examples`,
  );
  for (const { path, line, code } of written) {
    const file = join(APPLICATION, 'programs/pages', `${path.replace(/\W+/g, '.')}.${line}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `${code.replace(/^(?=(?:const|let|function|async function|class) )/gm, 'export ')}\nexport {};\n`,
    );
  }
}

/** Resolves with the errors of the compiler. */
function compile(compiler: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program(compiler), ...args], { cwd: APPLICATION }, (error, stdout) =>
      resolve(error !== null && stdout === '' ? error.message : stdout),
    );
  });
}

function program(compiler: string): string {
  return join(ROOT, 'node_modules', compiler, 'bin/tsc');
}
