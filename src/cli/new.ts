import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCommand, UsageError } from './command.ts';
import { shorten } from './load-error.ts';
import { completeManifest, createManifest } from './new-manifest.ts';
import { print, style } from './print.ts';
import { packageVersion } from './usage.ts';

/** `oriel new`: creates a small project that can be run, with a test. */
export const command = defineCommand({
  name: 'new',
  summary: 'create a small project in a new folder',
  usage: 'new <folder> [--oriel version]',
  help: [['--oriel version', 'the version, path or URL of the oriel dependency (default the running version)']],
  examples: ['oriel new my-api', 'npx oriel new .'],
  options: { oriel: { type: 'string' } },
  maxPositionals: 1,
  run: async ({ oriel }, [named]) => {
    if (named === undefined) throw new UsageError('The folder is missing; example: oriel new my-api');
    const folder = resolve(named);
    assertAvailable(folder, named);
    writeProject(folder, oriel ?? `^${packageVersion()}`);
    return print(nextSteps(folder));
  },
});

// File names in the package and in the new folder. npm does not publish a file named .gitignore.
const FILES = {
  'host.ts': 'host.ts',
  'host.test.ts': 'host.test.ts',
  'README.md': 'README.md',
  'tsconfig.json': 'tsconfig.json',
  gitignore: '.gitignore',
};
const TEMPLATE = fileURLToPath(new URL('../../template/', import.meta.url));

// Files created by `git init` and `npm install oriel`.
const ALLOWED_FILES = new Set(['.git', 'node_modules', 'package.json', 'package-lock.json']);

function assertAvailable(folder: string, named: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new UsageError(`"${named}" is a file; choose a folder that is new or empty`);
  const [first, ...others] = readdirSync(folder).filter((name) => !ALLOWED_FILES.has(name));
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new UsageError(
    `"${named}" is not empty (it contains ${first}${more}), and no file is overwritten; choose a folder that is new or empty`,
  );
}

function writeProject(folder: string, version: string): void {
  const manifest = join(folder, 'package.json');
  const text = statSync(manifest, { throwIfNoEntry: false })
    ? completeManifest(readFileSync(manifest, 'utf8'), version)
    : createManifest(basename(folder), version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, text);
  for (const [from, to] of Object.entries(FILES)) copyFileSync(join(TEMPLATE, from), join(folder, to));
}

function nextSteps(folder: string): string {
  const steps = [
    ...(relative('', folder) === '' ? [] : [`cd ${shorten(folder)}`]),
    ...(isInstalled(folder) ? [] : ['npm install']),
    'npm run dev',
  ];
  return [
    `${style('green', 'Created a project')} in ${folder}`,
    '',
    ...steps.map((step) => `  ${style('bold', step)}`),
  ].join('\n');
}

function isInstalled(folder: string): boolean {
  try {
    const { resolve: find } = createRequire(join(folder, 'package.json'));
    for (const name of ['oriel', 'zod']) find(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
