import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { test } from 'node:test';
import { blocksOfMarkdown } from '../../tools/docs/code-blocks.ts';
import { TARBALLS, PACKAGES, readManifest } from '../../tools/lib/packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const APPLICATION = mkdtempSync(join(tmpdir(), 'oriel-declarations-'));

// Packages that the project does not have, and better-sqlite3, whose own types cannot be named.
const FOREIGN = /from '(?:@nestjs|better-auth|better-sqlite3|express|fastify)/;

/** Compiles the examples, templates and pages with the packed packages. */
export function testDeclarations(): void {
  test('TypeScript writes the declarations of all examples, templates and pages as packages of a workspace', async (t) => {
    t.after(() => rmSync(APPLICATION, { recursive: true, force: true }));
    installPackages();
    copyPrograms();
    writeExamplesOfPages();
    // The names of the packages in node_modules.
    for (const compiler of ['typescript', 'typescript5']) {
      const project = join(APPLICATION, `tsconfig.${compiler}.json`);
      const compilerOptions = {
        ...{ composite: true, declaration: true, emitDeclarationOnly: true, outDir: `types/${compiler}` },
        ...{ target: 'es2024', module: 'nodenext', types: ['node'], strict: true, noUncheckedIndexedAccess: true },
        ...{ allowImportingTsExtensions: true, resolveJsonModule: true, skipLibCheck: true },
        // Other packages are links to those of the project.
        preserveSymlinks: true,
      };
      writeFileSync(project, JSON.stringify({ compilerOptions, include: ['programs'] }));
      assert.equal(await compile(compiler, ['-p', project, '--pretty', 'false']), '', compiler);
      const declarations = readFileSync(join(APPLICATION, 'types', compiler, 'programs/inferred-types.d.ts'), 'utf8');
      assert.match(declarations, /export declare const host: .*Host</);
    }
  });
}

/** Unpacks the packages as an application finds them after `npm install`, with the optional peers. */
function installPackages(): void {
  for (const { name } of PACKAGES.map(readManifest)) {
    const folder = join(APPLICATION, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['xzf', join(TARBALLS, `${name}.tgz`), '-C', folder, '--strip-components=1']);
  }
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!existsSync(join(APPLICATION, 'node_modules', name)))
      symlinkSync(join(ROOT, 'node_modules', name), join(APPLICATION, 'node_modules', name));
  writeFileSync(join(APPLICATION, 'package.json'), '{ "type": "module" }');
}

function copyPrograms(): void {
  const programs = globSync(['examples/*/*.ts', 'packages/host/template/*.ts', 'test/package/inferred-*.ts'], {
    cwd: ROOT,
  });
  assert.ok(programs.includes('packages/host/template/host.ts') && programs.includes('examples/tracker/host.ts'));
  // Tests and their helpers import modules of this repository.
  for (const path of programs.filter((other) => !/\.test\.ts$|\/(?:test|start)-/.test(other)))
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
