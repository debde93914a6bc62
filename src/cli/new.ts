import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCommand } from './command.ts';
import { shorten } from './load-error.ts';
import { MisuseError } from './misuse.ts';
import { completeManifest, createManifest } from './new-manifest.ts';
import { print, style } from './print.ts';
import { packageVersion } from './usage.ts';

/** `oriel new`: a small host that runs at once, with a test. */
export const command = defineCommand({
  name: 'new',
  summary: 'a small running host in a new folder',
  usage: 'new <folder> [--oriel version]',
  help: [['--oriel version', 'the version, path or URL of oriel to depend on (default the one that runs)']],
  examples: ['oriel new my-api', 'npx oriel new .'],
  options: { oriel: { type: 'string' } },
  most: 1,
  run: async ({ oriel }, [named]) => {
    if (named === undefined) throw new MisuseError('Which folder? Say it as in: oriel new my-api');
    const folder = resolve(named);
    checkFree(folder, named);
    writeProject(folder, oriel ?? `^${packageVersion()}`);
    return print(nextSteps(folder));
  },
});

// How a file is called in the package, and in the new folder: npm would leave a real .gitignore out.
const FILES = {
  'host.ts': 'host.ts',
  'host.test.ts': 'host.test.ts',
  'README.md': 'README.md',
  'tsconfig.json': 'tsconfig.json',
  gitignore: '.gitignore',
};
const TEMPLATE = fileURLToPath(new URL('../../template/', import.meta.url));

// What `git init` and `npm install oriel` leave behind is no reason to refuse.
const HARMLESS = new Set(['.git', 'node_modules', 'package.json', 'package-lock.json']);

function checkFree(folder: string, named: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new MisuseError(`"${named}" is a file; name a folder that is new or empty`);
  const [first, ...others] = readdirSync(folder).filter((name) => !HARMLESS.has(name));
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new MisuseError(
    `"${named}" is not empty (it holds ${first}${more}), and nothing shall be overwritten; name a folder that is new or empty`,
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
    `${style('green', 'A small host is ready')} in ${folder}`,
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
