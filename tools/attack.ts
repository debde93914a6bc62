/**
 * Attacks Atlas and the tracker over sockets in development, in production, and in production behind nginx, fuzzes them with
 * `oriel-fuzz`, and runs the safety suites: `npm run attack`. Prints one table of what was checked. `npm run attack -- production suites`
 * selects parts, `--target tracker-postgres` selects targets, and `--requests 1000 --seed 4` generates other requests. Exits with 1 after
 * any failure.
 */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { getAccounts } from '../test/attack/accounts.ts';
import { startTargets } from '../test/attack/start-targets.ts';
import { MODES, TARGETS_VARIABLE, TARGET_NAMES } from '../test/attack/targets.ts';
import type { Mode, Target, TargetName } from '../test/attack/targets.ts';
import { NGINX_SKIP_REASON } from '../test/safety/support/nginx.ts';
import { runTests } from './attack/run-tests.ts';
import { Summary } from './attack/summary.ts';
import { ROOT } from './lib/source-files.ts';

/** The suites that start hosts of their own, in the modes that their tests need. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'test/safety': ['test/safety/*.test.ts'],
  'test/robustness': ['test/robustness/*.test.ts'],
  'test/security': ['test/security/*.test.ts', 'test/security-headers/*.test.ts'],
  'test/cors': ['test/cors/*.test.ts'],
  'test/tenancy': ['test/tenancy/*.test.ts'],
  'attacks on the hub and tools': [
    'test/hub/*attacks.test.ts',
    'test/hub/hostile-*.test.ts',
    'test/mcp/attacks.test.ts',
  ],
  'oriel/register': [
    'test/drop-in/hostile.test.ts',
    'test/drop-in/otlp-hostile.test.ts',
    'test/drop-in/secrets.test.ts',
    'test/drop-in/production.test.ts',
  ],
};

const PARTS = [...MODES, 'suites'] as const;

const { values, positionals } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [...TARGET_NAMES] },
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});
const parts = positionals.length > 0 ? oneOf(PARTS, positionals, 'part') : PARTS;
const names = oneOf(TARGET_NAMES, values.target, 'target');
if (NGINX_SKIP_REASON) throw new Error(NGINX_SKIP_REASON);

// Otherwise the hosts, nginx and the running test file would continue.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(`The attacks were interrupted by ${signal}`)));

const summary = new Summary();
for (const mode of MODES) if (parts.includes(mode)) await attack(mode);
if (parts.includes('suites'))
  for (const [name, patterns] of Object.entries(SUITES)) {
    console.log(`\n${name}`);
    await runTests(patterns, () => summary.at(name, 'suites'), interruption.signal);
  }
console.log(`\n${summary.toString()}`);
if (summary.hasFailures) process.exitCode = 1;

async function attack(mode: Mode): Promise<void> {
  console.log(`\n${names.join(', ')} in ${mode === 'nginx' ? 'production behind nginx' : mode}`);
  const { targets, file, stop } = await startTargets(mode, names);
  process.env[TARGETS_VARIABLE] = file;
  try {
    await runTests(['test/attack/*.attack.ts'], (path) => summary.at(getSubject(path), mode), interruption.signal);
    for (const target of targets) {
      const code = await fuzz(target);
      interruption.signal.throwIfAborted();
      summary.at(`oriel-fuzz, ${target.name}`, mode)[code === 0 ? 'passed' : 'failed']++;
    }
  } finally {
    await stop();
    delete process.env[TARGETS_VARIABLE];
  }
}

function fuzz(target: Target): Promise<number | null> {
  const { user, other } = getAccounts(target);
  const args = ['--seed', values.seed, '--requests', values.requests, '--header', `X-Api-Key: ${user.key}`];
  // Users of Atlas share the countries and cities.
  if (target.application === 'tracker') args.push('--second-user-header', `X-Api-Key: ${other.key}`);
  const child = spawn(
    process.execPath,
    ['--conditions=oriel:source', 'packages/fuzz/src/main.ts', `http://127.0.0.1:${target.port}`, ...args],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], signal: interruption.signal },
  );
  // An aborted process emits an error as well.
  child.on('error', () => undefined);
  return new Promise((resolve) => child.once('exit', resolve));
}

function getSubject(path: string): string {
  return basename(path, '.attack.ts').replaceAll('-', ' ');
}

/** Returns the values. @throws {Error} if one is unknown */
function oneOf<Known extends PartOrTarget>(
  known: readonly Known[],
  given: readonly string[],
  what: string,
): readonly Known[] {
  const unknown = given.find((text) => !known.includes(text as Known));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a ${what}; expected ${known.join(', ')}`);
  return given as Known[];
}

type PartOrTarget = (typeof PARTS)[number] | TargetName;
