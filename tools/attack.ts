/**
 * Attacks Atlas and the tracker over sockets in development, in production, and in production behind nginx, and fuzzes both with
 * `oriel fuzz`: `npm run attack`. Prints what was checked in each mode. `npm run attack -- production` selects modes,
 * `--no-suites` leaves the safety suites out, and `--requests 1000` sets the number of generated requests. Exits with 1 after any failure.
 */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import { accountsOf } from '../test/attack/accounts.ts';
import { startTargets } from '../test/attack/start-targets.ts';
import { MODES, TARGETS_VARIABLE } from '../test/attack/targets.ts';
import type { Mode, Target } from '../test/attack/targets.ts';
import { NGINX_SKIP_REASON } from '../test/safety/support/nginx.ts';
import { ROOT, filesMatching } from './lib/source-files.ts';

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
  'oriel/profile': ['test/drop-in/hostile.test.ts', 'test/drop-in/secrets.test.ts', 'test/drop-in/production.test.ts'],
};

// Otherwise the hosts and nginx would continue.
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Outcome {
  passed: number;
  failed: number;
}

const { values, positionals } = parseArgs({
  options: { suites: { type: 'boolean', default: true }, requests: { type: 'string', default: '3000' } },
  allowNegative: true,
  allowPositionals: true,
});
const unknown = positionals.find((each) => !MODES.includes(each as Mode));
if (unknown !== undefined) throw new Error(`"${unknown}" is not a mode; expected ${MODES.join(', ')}`);
if (NGINX_SKIP_REASON) throw new Error(NGINX_SKIP_REASON);
const modes = positionals.length > 0 ? (positionals as Mode[]) : MODES;

const table = new Map<string, Map<string, Outcome>>();
for (const mode of modes) await attack(mode);
if (values.suites)
  for (const [name, patterns] of Object.entries(SUITES)) {
    console.log(`\n${name}`);
    await runTests(filesMatching(...patterns), () => outcomeOf(name, 'own hosts'));
  }
printTable();
if ([...table.values()].some((row) => [...row.values()].some(({ failed }) => failed > 0))) process.exitCode = 1;

async function attack(mode: Mode): Promise<void> {
  console.log(`\nAtlas and the tracker in ${mode === 'nginx' ? 'production behind nginx' : mode}`);
  const { targets, file, stop } = await startTargets(mode);
  process.env[TARGETS_VARIABLE] = file;
  const interrupt = (): void => void stop().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    await runTests(filesMatching('test/attack/*.attack.ts'), (path) => outcomeOf(subjectOf(path), mode));
    for (const target of targets) {
      const code = await fuzz(target);
      outcomeOf(`oriel fuzz, ${target.name}`, mode)[code === 0 ? 'passed' : 'failed']++;
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    await stop();
    delete process.env[TARGETS_VARIABLE];
  }
}

/** Runs test files one after another, because they share the targets. Prints what fails. */
async function runTests(files: readonly string[], outcome: (path: string) => Outcome): Promise<void> {
  const events = run({
    files: files.map((each) => join(ROOT, each)),
    concurrency: 1,
    execArgv: ['--conditions=oriel:source'],
  });
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, details, skip } = data;
    // A file and a suite are reported after their tests; they count if they fail without a failing test.
    const isGroup = details.type === 'suite';
    if (type === 'test:pass' && !isGroup && skip === undefined) outcome(data.file ?? name).passed++;
    if (type !== 'test:fail' || isGroup) continue;
    outcome(data.file ?? name).failed++;
    const { error } = details as { readonly error: Error };
    console.error(
      `✗ ${name}\n    ${String(error.cause ?? error)
        .slice(0, 2_000)
        .replaceAll('\n', '\n    ')}`,
    );
  }
}

function fuzz(target: Target): Promise<number | null> {
  const { user, other } = accountsOf(target);
  const args = ['--seed', '3', '--requests', values.requests, '--header', `X-Api-Key: ${user.key}`];
  // Users of Atlas share the countries and cities.
  if (target.name === 'tracker') args.push('--second-user-header', `X-Api-Key: ${other.key}`);
  const child = spawn(
    process.execPath,
    ['--conditions=oriel:source', 'src/cli/main.ts', 'fuzz', `http://127.0.0.1:${target.port}`, ...args],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return new Promise((resolve) => child.once('exit', resolve));
}

function outcomeOf(row: string, column: string): Outcome {
  const cells = table.get(row) ?? new Map<string, Outcome>();
  table.set(row, cells);
  const outcome = cells.get(column) ?? { passed: 0, failed: 0 };
  cells.set(column, outcome);
  return outcome;
}

function subjectOf(path: string): string {
  return basename(path, '.attack.ts').replaceAll('-', ' ');
}

function printTable(): void {
  const columns = [...modes, ...(values.suites ? ['own hosts'] : [])];
  const rows = [...table].map(([name, cells]) => [name, ...columns.map((column) => cellOf(cells.get(column)))]);
  const all = [['passed checks', ...columns], ...rows];
  const widths = all[0]!.map((_, index) => Math.max(...all.map((row) => row[index]!.length)));
  console.log();
  for (const row of all)
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
}

function cellOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '–';
  return outcome.failed === 0 ? String(outcome.passed) : `${outcome.passed}, ${outcome.failed} failed`;
}
