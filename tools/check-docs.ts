/** Runs and type-checks every code block of the documentation and every `@example`, and checks links, docs/host/configuration.md and the error codes. */
import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkLinks } from './docs/check-links.ts';
import { blocksOfMarkdown, blocksOfSource } from './docs/code-blocks.ts';
import type { CodeBlock } from './docs/code-blocks.ts';
import { completeImports } from './docs/complete-imports.ts';
import { checkConfigurationPages } from './docs/configuration-page.ts';
import { checkErrorCodes } from './docs/error-codes.ts';
import { DECORATOR_OPTIONS, hasDecorators } from './docs/decorators.ts';
import type { Job, Result } from './docs/run-blocks.ts';
import { writeBlock } from './docs/write-block.ts';
import { ROOT, filesMatching, isTest, read } from './lib/source-files.ts';

const FOLDER = join(ROOT, 'var/docs-check');
// Packages that guides use and the project does not. Their types are declared in DECLARATIONS.
const PACKAGES = ['better-auth', 'express', 'fastify'];
// The same, with their own types. Only blocks with decorators use them.
const DECORATED_PACKAGES = ['@nestjs', 'reflect-metadata'];
const MAX_DECISIONS = 45;
const DECLARATIONS = ['tools/docs/packages.d.ts', 'test/security/oidc-provider.d.ts'].map((path) => join(ROOT, path));

function findBlocks(): CodeBlock[] {
  const pages = filesMatching('docs/**/*.md', 'packages/*/README.md', 'README.md', 'CONTRIBUTING.md');
  const sources = filesMatching('packages/*/src/**/*.ts').filter((path) => !isTest(path));
  return [
    ...pages.flatMap((path) => blocksOfMarkdown(path, read(path))),
    ...sources.flatMap((path) => blocksOfSource(path, read(path)).map(completeImports)),
  ];
}

/** Returns the file of a block, named after its location in the documentation. A block with a project has a folder. */
function getFile(folder: string, { path, line, project }: CodeBlock): string {
  const name = `${path.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '.')}-${line}`;
  return project ? join(FOLDER, folder, name, project.name ?? 'step.ts') : join(FOLDER, folder, `${name}.ts`);
}

/** Makes packages of the tests with other frameworks available to the blocks in a folder. Returns those that are not installed. */
function linkPackages(folder: string, names: readonly string[]): string[] {
  const modules = join(FOLDER, folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const missing: string[] = [];
  for (const name of names) {
    const installed = join(ROOT, 'test/drop-in/node_modules', name);
    if (existsSync(installed)) symlinkSync(installed, join(modules, name), 'junction');
    else missing.push(name);
  }
  return missing;
}

function imports({ code }: CodeBlock, name: string): boolean {
  return code.includes(` '${name}'`) || code.includes(` '${name}/`);
}

async function runAll(blocks: readonly CodeBlock[]): Promise<string[]> {
  const jobs = blocks.filter(({ runs }) => runs).map((block) => ({ block, file: getFile('run', block) }));
  const size = Math.ceil(jobs.length / availableParallelism());
  const batches = Array.from({ length: Math.ceil(jobs.length / (size || 1)) }, (_, index) =>
    jobs.slice(index * size, (index + 1) * size),
  );
  return (await Promise.all(batches.map(runBatch))).flat();
}

function runBatch(jobs: readonly Job[]): Promise<string[]> {
  const missing = new Map(jobs.map(({ file, block }) => [file, block]));
  const failures: string[] = [];
  const child = fork(join(import.meta.dirname, 'docs/run-blocks.ts'), {
    cwd: ROOT,
    execArgv: ['--conditions=oriel:source', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The files of a project are a map.
    serialization: 'advanced',
  });
  child.send(jobs);
  child.on('message', ({ file, error }: Result) => {
    const { path, line } = missing.get(file)!;
    missing.delete(file);
    if (error !== undefined) failures.push(`${path}:${line}\n    ${error}`);
  });
  return new Promise((resolve) => {
    child.on('exit', () => {
      for (const { path, line } of missing.values())
        failures.push(`${path}:${line}\n    the process exited before the block ended`);
      resolve(failures);
    });
  });
}

/** Type-checks all blocks in one program, and those with decorators in another. Returns the errors with their locations in the documentation. */
function typecheck(blocks: readonly CodeBlock[]): string[] {
  const decorated = blocks.filter(hasDecorators);
  return [
    ...typecheckIn(
      'types',
      blocks.filter((block) => !hasDecorators(block)),
      DECLARATIONS,
      {},
    ),
    ...(decorated.length > 0 ? typecheckIn('decorated', decorated, [], DECORATOR_OPTIONS) : []),
  ];
}

function typecheckIn(
  folder: string,
  blocks: readonly CodeBlock[],
  declarations: readonly string[],
  options: object,
): string[] {
  const origins = new Map<string, CodeBlock>();
  for (const block of blocks) {
    const file = getFile(folder, block);
    const written = writeBlock(file, block, `${block.code}\nexport {};\n`);
    // Between two commands, some files of a guide may not have been adapted yet.
    const checked = block.project?.command ? written : [[file, block] as const];
    for (const [path, origin] of checked) origins.set(path.slice(ROOT.length + 1), origin);
  }
  const compilerOptions = {
    customConditions: ['oriel:source'],
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
    ...options,
  };
  const config = join(FOLDER, `tsconfig.${folder}.json`);
  writeFileSync(
    config,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [folder, ...declarations] }),
  );
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false', '-p', config], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    if (stdout === '') return [message];
    // Errors in the sources themselves are reported by `npm run types`.
    const errors = stdout.split(/^(?=\S)/m).flatMap((message) => {
      const [, file = '', line, text] = /^(.+?)\((\d+),\d+\): ([\s\S]*)$/.exec(message) ?? [];
      const block = origins.get(file);
      return block ? [`${block.path}:${block.line + Number(line) - 1}\n    ${text!.trimEnd()}`] : [];
    });
    // A file of a guide is checked again with each command.
    return [...new Set(errors)];
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'types'), { recursive: true });
const missing = linkPackages('run', [...PACKAGES, ...DECORATED_PACKAGES]);
linkPackages('decorated', DECORATED_PACKAGES);
const blocks = findBlocks().filter((block) => !missing.some((name) => imports(block, name)));
if (missing.length > 0)
  console.error(
    `Blocks with ${missing.join(', ')} are skipped; install the packages with: npm ci --prefix test/drop-in`,
  );
const failures = [...(await runAll(blocks)), ...typecheck(blocks)];
const issues = [
  ...checkLinks(filesMatching('*.md', '{bench,decisions,docs,examples,packages}/**/*.md', 'tools/*.md')),
  ...(await checkConfigurationPages()),
  ...checkErrorCodes(),
];
const decisions = filesMatching('decisions/*.md').length;
if (decisions > MAX_DECISIONS)
  failures.push(
    `decisions/\n    has ${decisions} pages, at most ${MAX_DECISIONS}; explain the choice in its code, or extend a page`,
  );
for (const { place, what, fix } of issues) failures.push(`${place}\n    ${what}; ${fix}`);
for (const failure of failures) console.error(`${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
else
  console.log(`${blocks.length} code blocks are correct, ${blocks.filter(({ runs }) => runs).length} of them were run`);
