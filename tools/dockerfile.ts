/**
 * Runs the steps of the Dockerfile in docs/host/deployment.md without Docker: `npm run dockerfile`. FROM is compared with this
 * Node.js, COPY copies into an empty folder, RUN and CMD run there. USER and EXPOSE need Docker and are not tested. The
 * application is a new project with the packed package. Needs the npm registry.
 */
import './pack.ts';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { TARBALLS, packageFolder } from './lib/packages.ts';
import { read } from './lib/source-files.ts';
import { UserShell } from './lib/user-shell.ts';

const PAGE = 'docs/host/deployment.md';
const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-dockerfile-'));
// Next to each other, because the lockfile has the relative path of the packed package.
const CONTEXT = join(FOLDER, 'context');
const IMAGE = join(FOLDER, 'image');
for (const folder of ['home', 'image']) mkdirSync(join(FOLDER, folder));
const shell = new UserShell(join(FOLDER, 'home'));
const variables: Record<string, string> = {};

try {
  const ignored = await createContext();
  for (const line of dockerfile()) {
    await runStep(line, ignored);
    console.log(`✓ ${line}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shell.stopAll();
  rmSync(FOLDER, { recursive: true, force: true });
}

function dockerfile(): string[] {
  const [, text] = /^```dockerfile\n([\s\S]*?)^```$/m.exec(read(PAGE)) ?? [];
  if (text === undefined) throw new Error(`${PAGE} has no block with a Dockerfile`);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Creates the folder with the application. Returns the entries of .dockerignore. */
async function createContext(): Promise<string[]> {
  // The folder `packages` is beside the context and the image, as the lockfile states.
  cpSync(TARBALLS, join(FOLDER, 'packages'), { recursive: true });
  const [, listed] = /^- List (.+) in `\.dockerignore`\.$/m.exec(read(PAGE)) ?? [];
  if (listed === undefined) throw new Error(`${PAGE} does not list the contents of .dockerignore`);
  const ignored = [...listed.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const main = join(packageFolder('host'), 'dist/cli/main.js');
  await shell.run(FOLDER, `node ${main} new context --packages packages`);
  await shell.run(CONTEXT, 'npm install');
  // An image must not contain it.
  writeFileSync(join(CONTEXT, '.env'), 'SECRET=1\n');
  return ignored;
}

async function runStep(line: string, ignored: readonly string[]): Promise<void> {
  const [, instruction, rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
  if (instruction === 'FROM') expectNode(rest);
  else if (instruction === 'ENV')
    Object.assign(variables, Object.fromEntries(rest.split(' ').map((part) => part.split('='))));
  else if (instruction === 'COPY') copy(rest.split(' '), ignored);
  else if (instruction === 'RUN') await shell.run(IMAGE, `${assignments()} ${rest}`);
  else if (instruction === 'CMD') await serve(JSON.parse(rest) as string[]);
  else if (!['WORKDIR', 'USER', 'EXPOSE'].includes(instruction ?? '')) throw new Error(`Unknown instruction: ${line}`);
}

function expectNode(image: string): void {
  const [, major] = /^node:(\d+)/.exec(image) ?? [];
  if (major !== process.versions.node.split('.')[0])
    throw new Error(`The image is ${image}, and the project uses Node.js ${process.versions.node}`);
}

function copy(paths: readonly string[], ignored: readonly string[]): void {
  for (const path of paths.slice(0, -1))
    cpSync(join(CONTEXT, path), path === '.' ? IMAGE : join(IMAGE, path), {
      recursive: true,
      filter: (from) => from === CONTEXT || !ignored.includes(basename(from)),
    });
}

/** Starts the command, sends a request, and stops it as Docker does. */
async function serve([program, ...args]: readonly string[]): Promise<void> {
  for (const name of ['.env', 'node_modules/typescript'])
    if (existsSync(join(IMAGE, name))) throw new Error(`The image would contain ${name}`);
  const command = `exec ${program} ${args.join(' ')}`;
  const env = { ...variables, PORT: '0', ORIEL_SECRET: randomBytes(32).toString('base64') };
  const url = await shell.start(IMAGE, command, /Listening on (http:[^"\s]+)/, env);
  const response = await fetch(url.replace('0.0.0.0', '127.0.0.1'));
  if (response.status !== 200) throw new Error(`GET / answered ${response.status}, expected 200`);
  const [output = ''] = await shell.stopAll();
  if (!output.includes('drained')) throw new Error(`The process did not drain on SIGTERM:\n${output}`);
}

function assignments(): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
