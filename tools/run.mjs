/**
 * `npm start`, `npm run dev`, `npm run shop`, `npm run tracker`, `npm run clinic`, `npm run compatibility`, `npm test`,
 * `npm run test:all` and `npm run ok` on a fresh clone:
 * installs missing packages, then runs the Node.js of the project.
 * Plain JavaScript, because the first run may use an older Node.js.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
// Test files and their child processes share what one of them has compiled or built.
const SHARED = join(ROOT, 'var/tests');
// The compile cache of Node.js for the examples. It has one entry per file name, which is replaced when the file changes.
const COMPILED = join(ROOT, 'var/compiled');
const TESTS = [
  'packages/*/src/**/*.test.ts',
  'test/!(drop-in)/**/*.test.ts',
  // Not those of the packages in its node_modules.
  'test/drop-in/*.test.ts',
  'examples/*/*.test.ts',
  'tools/**/*.test.ts',
];

const FRAMEWORKS = 'test/drop-in';
const SHOP = 'examples/express-shop';
const FLUSH_COMPILE_CACHE = '../../tools/lib/flush-compile-cache.mjs';

const [task, ...rest] = process.argv.slice(2);
/** The folders whose packages each task needs. The frameworks and drivers are those that the profiler is tested with. */
const FOLDERS = {
  ...{ start: ['.'], dev: ['.'], tracker: ['.'], clinic: ['.'], shop: ['.', SHOP], compatibility: ['.', FRAMEWORKS] },
  ...{ test: ['.', FRAMEWORKS, SHOP], 'test:all': ['.', FRAMEWORKS, SHOP], ok: ['.', FRAMEWORKS, SHOP] },
};
if (!Object.hasOwn(FOLDERS, task)) stop(`There is no task "${task}"; the scripts of package.json use this program`, 2);
// The other packages are development dependencies: large ones, and those that need packages for one platform.
const ALL = task === 'test:all' || process.env.ORIEL_TEST_ALL === '1';
const OMITTED = ALL ? [] : ['--omit=dev', '--omit=optional'];
await install(FOLDERS[task]);
if (task === 'start') runExample({ args: ['examples/atlas/main.ts', ...rest] });
else if (task === 'dev')
  runExample({ args: ['packages/host/src/cli/main.ts', 'dev', 'examples/atlas/host.ts', ...rest] });
else if (task === 'tracker' || task === 'clinic')
  runExample({ args: ['packages/host/src/cli/main.ts', 'dev', `examples/${task}/host.ts`, ...rest] });
else if (task === 'shop')
  runExample(
    // A signal ends the shop, which would not write its compile cache.
    { args: ['--import', 'oriel/register', '--import', FLUSH_COMPILE_CACHE, 'app.js'], folder: SHOP },
    { args: ['packages/profiler/src/cli/main.ts', ...rest] },
  );
else if (task === 'compatibility' || task === 'ok') run({ args: [`tools/${task}.ts`, ...rest] });
else run({ args: tests(rest), env: testEnvironment() });

/** Installs the packages of folders that are not installed, and prints one line. */
async function install(folders) {
  const missing = folders.filter((folder) => !isInstalled(folder));
  if (missing.length > 0)
    console.error(`Installing ${folders.includes(FRAMEWORKS) ? 'the packages of the tests' : 'packages'}…`);
  // `npm ci` fails if the lockfile does not match package.json; `npm install` updates it.
  const installed = missing.map(async (folder) => (await npm('ci', folder)) || (await npm('install', folder)));
  if ((await Promise.all(installed)).includes(false))
    stop('Installing failed; fix the error that npm printed above, and run the command again', 1);
  // Entries of other packages and of another Node.js would remain.
  if (missing.includes('.')) rmSync(COMPILED, { recursive: true, force: true });
}

/** Returns whether the packages of the lockfile are installed. Optional packages may be for other platforms. */
function isInstalled(folder) {
  const locked = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
  if (!locked || !present) return false;
  const omitsDevelopment = omittedIn(folder).length > 0;
  return Object.entries(locked).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' || optional || (omitsDevelopment && (dev || devOptional)) || present[path]?.version === version,
  );
}

function omittedIn(folder) {
  return folder === FRAMEWORKS ? OMITTED : [];
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Runs a command of npm, which prints errors only. @returns {Promise<boolean>} whether it succeeded */
function npm(command, folder) {
  const args = [command, '--no-audit', '--no-fund', '--loglevel=error', ...omittedIn(folder)];
  const script = process.env.npm_execpath;
  const options = { cwd: join(ROOT, folder), stdio: ['ignore', 'ignore', 'inherit'] };
  const child = script?.endsWith('.js')
    ? spawn(process.execPath, [script, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`Cannot run npm: ${error.message}`, 1));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** @returns {string} the Node.js of the project, or this one if it is new enough */
function projectNode() {
  const own = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  return stop(
    `Oriel runs on Node 24.7 or newer; this is ${process.versions.node}, and npm did not install a newer one\n` +
      'fix: allow install scripts (npm config set ignore-scripts false) and run "npm ci", or install Node.js 24',
    1,
  );
}

function tests(args) {
  const chosen = args.some((arg) => !arg.startsWith('-'));
  // A run of all tests clears the cache, which would otherwise keep code of deleted files.
  if (!chosen) rmSync(SHARED, { recursive: true, force: true });
  // The timeout reports a test that hangs by its name. Test files also wait, so there are more processes than processors.
  const processes = Math.ceil(1.5 * availableParallelism());
  const flags = ['--test', '--test-timeout=120000', `--test-concurrency=${processes}`];
  return [...flags, ...args, ...(chosen ? [] : TESTS)];
}

function testEnvironment() {
  const compiled = { NODE_COMPILE_CACHE: join(SHARED, 'compiled') };
  // Tests without their packages fail.
  return ALL ? { ...compiled, ORIEL_TEST_ALL: '1' } : compiled;
}

/** Runs commands with the compile cache. Fewer garbage collections make up for the time that the first start takes to fill it. */
function runExample(...commands) {
  const env = { NODE_COMPILE_CACHE: COMPILED };
  run(...commands.map(({ args, folder }) => ({ args: ['--min-semi-space-size=16', ...args], env, folder })));
}

/** Runs commands with the Node.js of the project. When one ends, the others end as well. */
function run(...commands) {
  const node = projectNode();
  const children = commands.map(({ args, env = {}, folder = '.' }) =>
    spawn(node, ['--conditions=oriel:source', ...args], {
      cwd: join(ROOT, folder),
      env: { ...process.env, ...env },
      stdio: 'inherit',
    }),
  );
  const end = (signal) => children.forEach((child) => child.kill(signal));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  endWithParent(end);
  // A terminal sends Ctrl-C to the children as well; a second signal would make them exit without draining.
  process.on('SIGINT', () => process.stdin.isTTY || end('SIGINT'));
  let first;
  let running = children.length;
  for (const child of children) {
    child.on('error', (error) => stop(`Cannot run ${node}: ${error.message}`, 1));
    child.on('exit', (code, signal) => {
      first ??= { code, signal };
      end('SIGTERM');
      running--;
      if (running === 0) exitAs(first);
    });
  }
}

function exitAs({ code, signal }) {
  if (!signal) return process.exit(code);
  for (const each of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.removeAllListeners(each);
  process.kill(process.pid, signal);
}

/**
 * npm sends a signal to the shell that runs the script, and most shells exit without passing it on. The shell is the
 * parent of this process. If the parent changes, the shell has exited.
 */
function endWithParent(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end('SIGTERM');
  }, 250);
  watch.unref();
}

function stop(message, code) {
  console.error(message);
  process.exit(code);
}
