/** Runs and typechecks every code block of the documentation and every `@example`, so that none of them can rot. */
import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { blocksOfMarkdown, blocksOfSource } from './docs/code-blocks.ts';
import type { CodeBlock } from './docs/code-blocks.ts';
import { completeImports } from './docs/complete-imports.ts';
import type { Job, Result } from './docs/run-blocks.ts';
import { ROOT, filesMatching, isTest, read } from './lib/source-files.ts';

const WHERE = join(ROOT, 'var/docs-check');

function findBlocks(): CodeBlock[] {
  const pages = filesMatching('docs/**/*.md', 'README.md', 'CONTRIBUTING.md');
  const sources = filesMatching('src/**/*.ts').filter((path) => !isTest(path));
  return [
    ...pages.flatMap((path) => blocksOfMarkdown(path, read(path))),
    ...sources.flatMap((path) => blocksOfSource(path, read(path)).map(completeImports)),
  ];
}

/** One file per block, named after the place it comes from. */
function fileOf(folder: string, { path, line }: CodeBlock): string {
  return join(WHERE, folder, `${path.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '.')}-${line}.ts`);
}

async function runAll(blocks: readonly CodeBlock[]): Promise<string[]> {
  const jobs = blocks.filter(({ runs }) => runs).map((block) => ({ block, file: fileOf('run', block) }));
  const size = Math.ceil(jobs.length / availableParallelism());
  const batches = Array.from({ length: Math.ceil(jobs.length / (size || 1)) }, (_, at) =>
    jobs.slice(at * size, (at + 1) * size),
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
        failures.push(`${path}:${line}\n    the process ended before this block did`);
      resolve(failures);
    });
  });
}

/** All blocks in one go, each a module of its own; errors come back with the place in the documentation. */
function typecheck(blocks: readonly CodeBlock[]): string[] {
  const origins = new Map<string, CodeBlock>();
  for (const block of blocks) {
    const file = fileOf('types', block);
    origins.set(file.slice(ROOT.length + 1), block);
    writeFileSync(file, `${block.code}\nexport {};\n`);
  }
  const compilerOptions = {
    customConditions: ['oriel:source'],
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
  };
  const config = join(WHERE, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['types'] }));
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false', '-p', config], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    if (stdout === '') return [message];
    // What is wrong with the sources themselves is for `npm run types` to tell.
    return stdout.split(/^(?=\S)/m).flatMap((told) => {
      const [, file = '', line, text] = /^(.+?)\((\d+),\d+\): ([\s\S]*)$/.exec(told) ?? [];
      const block = origins.get(file);
      return block ? [`${block.path}:${block.line + Number(line) - 1}\n    ${text!.trimEnd()}`] : [];
    });
  }
}

rmSync(WHERE, { recursive: true, force: true });
for (const folder of ['run', 'types']) mkdirSync(join(WHERE, folder), { recursive: true });
const blocks = findBlocks();
const failures = [...(await runAll(blocks)), ...typecheck(blocks)];
for (const failure of failures) console.error(`${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
else console.log(`${blocks.length} code blocks hold, ${blocks.filter(({ runs }) => runs).length} of them by running`);
