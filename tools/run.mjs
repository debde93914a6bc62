/**
 * `npm start`, `npm run dev` and `npm test` on a fresh clone: installs what is missing, then hands over to the Node of the project.
 * Plain JavaScript, because the first run may happen on an older Node that came with the machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
// Every file of tests is a process, and so is much that they start: what one has compiled or built, the others read.
const SHARED = join(ROOT, 'var/tests');
const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts', 'tools/**/*.test.ts'];

const [task, ...rest] = process.argv.slice(2);
if (task !== 'start' && task !== 'dev' && task !== 'test') stop('Run "npm start", "npm run dev" or "npm test"', 2);
if (!isInstalled()) install();
if (task === 'start') run(projectNode(), ['examples/atlas/main.ts', ...rest]);
else if (task === 'dev') run(projectNode(), ['src/cli/main.ts', 'dev', 'examples/atlas/host.ts', ...rest]);
else run(projectNode(), tests(rest), { NODE_COMPILE_CACHE: join(SHARED, 'compiled') });

/** Is everything there that the lockfile asks for, in its version? Optional packages are for other machines, perhaps. */
function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.error('Installing what is missing…');
  // A lockfile that no longer fits package.json makes `ci` fail; `install` then mends it.
  if (npm('ci') === 0 || npm('install') === 0) return;
  stop('Installing failed: see what npm says above, mend it and run the same command again', 1);
}

function npm(command) {
  const words = [command, '--no-audit', '--no-fund'];
  const script = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] };
  const ended = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...words], options)
    : spawnSync('npm', words, { ...options, shell: process.platform === 'win32' });
  return ended.status;
}

function projectNode() {
  const own = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  return stop(
    `Oriel runs on Node 24.7 or newer, this is ${process.versions.node}, and npm did not bring the newer one along\n` +
      'fix: let npm run install scripts (npm config set ignore-scripts false) and run "npm ci", or install Node 24 yourself',
    1,
  );
}

function tests(words) {
  const chosen = words.some((word) => !word.startsWith('-'));
  // A whole run begins afresh, or the code of files that are gone would be kept for ever.
  if (!chosen) rmSync(SHARED, { recursive: true, force: true });
  // One that hangs is told by its name. Many files wait now and then: with as many at a time as there are processors, and not
  // one less, none of these is idle.
  const flags = ['--test', '--test-timeout=120000', `--test-concurrency=${availableParallelism()}`];
  return [...flags, ...words, ...(chosen ? [] : TESTS)];
}

function run(node, words, env = {}) {
  const child = spawn(node, ['--conditions=oriel:source', ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithParent(child);
  // A terminal sends Ctrl-C to the child as well, and a second one would make it hurry.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => stop(`Cannot run ${node}: ${error.message}`, 1));
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code);
    for (const each of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

/**
 * npm sends a signal to the shell that it runs a script in, and most shells end without passing it on. The shell is the
 * parent of this process; when another process is, the shell has ended.
 */
function endWithParent(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  watch.unref();
}

function stop(message, code) {
  console.error(message);
  process.exit(code);
}
