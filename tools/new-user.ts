/**
 * Does what a new user does, with an empty npm cache and an empty home folder: `npm run new-user`. Packs and installs the packages,
 * creates a project, sends a request, reads its profile, runs the tests, starts in production, and records an application
 * with Express. Prints the time of each step; the first one that fails ends the command. Needs the npm registry and curl.
 */
import './pack.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserShell } from './lib/user-shell.ts';
import { ROOT, read } from './lib/source-files.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-new-user-'));
const API = join(FOLDER, 'my-api');
const EXPRESS = join(FOLDER, 'greetings');
for (const folder of ['home', 'greetings']) mkdirSync(join(FOLDER, folder));
// The commands of the pages install the packed packages of a clone beside the application.
symlinkSync(ROOT, join(FOLDER, 'oriel'), 'dir');
const shell = new UserShell(join(FOLDER, 'home'));

const EXPRESS_APP = `import express from 'express';

const app = express();
app.get('/greetings/:name', (request, response) => response.send('Hello ' + request.params.name));
const server = app.listen(0, '127.0.0.1', () => console.log('Greetings on http://127.0.0.1:' + server.address().port));
`;

let total = 0;
try {
  await createProject();
  await developApi();
  await startApi();
  await recordExpress();
  console.log(`${seconds(total)}  in total`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shell.stopAll();
  rmSync(FOLDER, { recursive: true, force: true });
}

async function createProject(): Promise<void> {
  const page = 'docs/host/getting-started.md';
  await shell.run(FOLDER, documented(page, 'mkdir my-api'));
  const install = documented(page, /^npm install .*oriel-host.*$/m);
  await step('install into an empty folder', () => shell.run(API, install));
  await step('create a project', () => shell.run(API, documented(page, 'npx oriel-host new .')));
  await step('install its packages', () => shell.run(API, documented(page, /^npm install$/m)));
}

async function developApi(): Promise<void> {
  const dev = documented('docs/host/getting-started.md', 'npm run dev');
  const url = await step('start in development', () => shell.start(API, dev, /development · (http:\S+)/));
  const post = documented('packages/host/template/README.md', /^curl .* -d .*$/m).replace('http://127.0.0.1:8000', url);
  await step('first request', async () => expectText(await shell.run(API, post), '"id":2'));
  const profile = await step('its profile in the terminal', async () => {
    const text = await shell.run(API, documented('docs/host/getting-started.md', 'npx oriel show latest'));
    return /^# Profile (\w+)$/m.exec(expectText(text, 'POST http', '/api/notes', '201'))![1]!;
  });
  await step('its profile in the browser', async () => {
    expectText(await readPage(`${url}/_profiler/`), profile);
    expectText(await readPage(`${url}/_profiler/${profile}?panel=request`), 'Water the plants');
  });
  await step('documentation of the API', async () => void (await readPage(`${url}/api/docs`)));
  await shell.stopAll();
  await step('tests of the project', async () => {
    expectText(await shell.run(API, documented('packages/host/template/README.md', 'npm test')), 'pass 2');
  });
  await step('types of the project', () => shell.run(API, 'npm run types'));
}

async function startApi(): Promise<void> {
  const key = randomBytes(32).toString('base64');
  const host = join(API, 'host.ts');
  const setting = documented('docs/host/profiler.md', "profiler: { key: process.env['ORIEL_PROFILER_KEY']!");
  const text = readFileSync(host, 'utf8').replace("title: 'Notes',", `$& ${setting} },`);
  writeFileSync(host, text);
  const start = documented('docs/host/getting-started.md', 'npx oriel-host start');
  const env = { ORIEL_PROFILER_KEY: key, ORIEL_SECRET: randomBytes(32).toString('base64') };
  const url = await step('start in production', () => shell.start(API, start, /Listening on (http:[^"\s]+)/, env));
  await step('first request in production', async () => {
    expectText(await readPage(`${url}/api/notes`), 'Read the documentation');
    const hidden = await fetch(`${url}/_profiler/latest.md`);
    if (hidden.status !== 404) throw new Error(`The profiler answered ${hidden.status} without the key, expected 404`);
    const options = { headers: { Authorization: `Bearer ${key}` } };
    expectText(await readPage(`${url}/_profiler/latest.md`, options), '/api/notes');
  });
  await step('stop', async () =>
    expectText((await shell.stopAll()).join(), '"message":"SIGTERM: draining"', 'drained"'),
  );
}

async function recordExpress(): Promise<void> {
  writeFileSync(join(EXPRESS, 'package.json'), '{ "name": "greetings", "type": "module" }\n');
  writeFileSync(join(EXPRESS, 'app.js'), EXPRESS_APP);
  await shell.run(EXPRESS, 'npm install express');
  const install = documented('README.md', /^npm install -D .*oriel\.tgz$/m);
  await step('add the profiler to an application with Express', () => shell.run(EXPRESS, install));
  const node = documented('README.md', 'node --import oriel/register app.js');
  const url = await step('start the application', () => shell.start(EXPRESS, node, /Greetings on (http:\S+)/));
  const token = await step('first request of the application', async () => {
    const response = await fetch(`${url}/greetings/Ada`);
    expectText(await response.text(), 'Hello Ada');
    return response.headers.get('x-debug-token') ?? 'no token';
  });
  const pages = `${documented('README.md', 'npx oriel')} --port 0`;
  const profiler = await step('start the profiler', () => shell.start(EXPRESS, pages, /Profiler on (http:\S+?)\/?$/m));
  await step('its first profile', async () => {
    expectText(await readPage(`${profiler.replace('/_profiler', '')}/_profiler/${token}`), '/greetings/:name');
  });
}

/** Returns a command that the page must contain, so that this program runs what users read. */
function documented(page: string, command: string | RegExp): string {
  const found = typeof command === 'string' ? read(page).includes(command) && command : command.exec(read(page))?.[0];
  if (found) return found;
  throw new Error(`${page} does not contain ${String(command)}; correct the page, or this step in tools/new-user.ts`);
}

/** Runs a step and prints its time. */
async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  try {
    const result = await run();
    const duration = performance.now() - started;
    total += duration;
    console.log(`${seconds(duration)}  ${name}`);
    return result;
  } catch (error) {
    throw new Error(`failed: ${name}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function seconds(duration: number): string {
  return `${(duration / 1000).toFixed(2).padStart(6)} s`;
}

async function readPage(url: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, options);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}, expected 200:\n${text}`);
  return text;
}

function expectText(text: string, ...parts: readonly string[]): string {
  for (const part of parts) if (!text.includes(part)) throw new Error(`Expected the text ${part} in:\n${text}`);
  return text;
}
