import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError, defineCommand, print, readVersion, shorten, style } from 'oriel-core/cli';

/** `oriel-host new`: creates a small project that can be run, with a test. */
export const command = defineCommand({
  name: 'new',
  summary: 'create a small project in a new folder',
  usage: 'new <folder> [--packages folder]',
  help: [
    [
      '--packages folder',
      'install the packed packages in this folder (default the running version, from the registry)',
    ],
  ],
  examples: ['oriel-host new my-api', 'npx oriel-host new .'],
  options: { packages: { type: 'string' } },
  maxPositionals: 1,
  run: async ({ packages }, [named]) => {
    if (named === undefined) throw new UsageError('The folder is missing; example: oriel-host new my-api');
    const folder = resolve(named);
    assertAvailable(folder, named);
    writeProject(folder, packages === undefined ? released() : packed(folder, packages));
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
const TEMPLATE = fileURLToPath(new URL('template/', import.meta.resolve('oriel-host/package.json')));

// Files created by `git init` and `npm install oriel-host`.
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

// The host brings the packages that it needs.
function released(): Dependencies {
  return { 'oriel-host': `^${readVersion(import.meta.resolve('oriel-host/package.json'))}` };
}

// npm would look for the packages that the host needs in the registry.
function packed(folder: string, packages: string): Dependencies {
  const names = ['oriel', 'oriel-core', 'oriel-host'];
  return Object.fromEntries(
    names.map((name) => [
      name,
      `file:${relative(folder, join(resolve(packages), `${name}.tgz`)).replaceAll('\\', '/')}`,
    ]),
  );
}

function writeProject(folder: string, dependencies: Dependencies): void {
  const manifest = join(folder, 'package.json');
  const text = statSync(manifest, { throwIfNoEntry: false })
    ? completeManifest(readFileSync(manifest, 'utf8'), dependencies)
    : createManifest(basename(folder), dependencies);
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
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    for (const name of Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] }))
      find(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** Dependencies of a project: versions or paths by name. */
type Dependencies = Readonly<Record<string, string>>;

const SCRIPTS = { dev: 'oriel-host dev', start: 'oriel-host start', test: 'node --test' };
const DEVELOPMENT = { '@types/node': '^24.0.0', typescript: '>=5.8' };

/** Returns the package.json of a new project. */
export function createManifest(folder: string, host: Dependencies): string {
  return write(
    complete({ name: toPackageName(folder), private: true, type: 'module', engines: { node: '>=24.7' } }, host),
  );
}

/** Adds what a host needs to an existing package.json. @throws {UsageError} if the text is not a JSON object */
export function completeManifest(text: string, host: Dependencies): string {
  return write(complete(read(text), host));
}

function complete(manifest: Manifest, host: Dependencies): Manifest {
  const { dependencies, devDependencies, scripts } = manifest;
  const present = { ...dependencies, ...devDependencies };
  const missing = (wanted: Dependencies): Dependencies =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => present[name] === undefined));
  return {
    ...manifest,
    type: 'module',
    scripts: { types: 'tsc', ...scripts, ...SCRIPTS },
    dependencies: { ...dependencies, ...missing({ ...host, zod: '^4.0.0' }) },
    devDependencies: { ...devDependencies, ...missing(DEVELOPMENT) },
  };
}

interface Manifest {
  readonly [name: string]: unknown;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly scripts?: Readonly<Record<string, string>>;
}

function read(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest as Manifest;
  } catch {
    // reported below
  }
  throw new UsageError('The existing package.json is not a JSON object; correct it or choose another folder');
}

function write(manifest: object): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

// npm allows lower case letters, digits and some punctuation that is not leading.
function toPackageName(folder: string): string {
  return (
    folder
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+|-+$/g, '') || 'my-api'
  );
}
