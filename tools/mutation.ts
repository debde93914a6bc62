/**
 * Changes single places of a module and reports which changes no test detects: `npm run mutation [module…]`.
 * Each mutant runs the tests of its module in a copy of the project, two at a time. Fails below 85 % killed.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, filesMatching } from './lib/source-files.ts';
import { mutantsOf } from './mutation/mutants.ts';
import type { Mutant } from './mutation/mutants.ts';

const REQUIRED_PERCENT = 85;
const PROCESSES = 2;
const COPIED = ['src', 'test', 'package.json', 'tsconfig.json'];

interface Job extends Mutant {
  readonly file: string;
}

const MODULES: Readonly<Record<string, { readonly sources: string; readonly tests: readonly string[] }>> = {
  redaction: { sources: 'src/core/redaction/*.ts', tests: ['src/core/redaction/*.test.ts'] },
  'hub-matching': {
    sources: 'src/features/hub/topic-matcher.ts',
    tests: ['src/features/hub/topic-matcher.test.ts', 'test/hub/{current-matching,hostile-patterns}.test.ts'],
  },
  routing: {
    sources: 'src/core/routing/*.ts',
    tests: ['src/core/routing/*.test.ts', 'test/conformance/{routing,hostile-paths}.test.ts'],
  },
};

async function measure(name: string): Promise<void> {
  const { sources, tests: patterns } = MODULES[name]!;
  const files = filesMatching(sources).filter((file) => !/\.(?:test|contract)\.ts$/.test(file));
  const jobs: Job[] = files.flatMap((file) =>
    mutantsOf(readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
  );
  const total = jobs.length;
  const tests = filesMatching(...patterns);
  const survivors: Job[] = [];
  await Promise.all(Array.from({ length: PROCESSES }, () => work(jobs, tests, survivors)));
  const percent = (1 - survivors.length / total) * 100;
  survivors.sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
  for (const { file, line, start, end, text } of survivors)
    console.log(`  ${file}:${line} ${readFileSync(join(ROOT, file), 'utf8').slice(start, end)} → ${text}`);
  console.log(`${name}: ${total - survivors.length} of ${total} mutants killed, ${percent.toFixed(1)} %`);
  if (percent < REQUIRED_PERCENT) process.exitCode = 1;
}

async function work(jobs: Job[], tests: readonly string[], survivors: Job[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-mutation-'));
  try {
    for (const path of COPIED)
      cpSync(join(ROOT, path), join(folder, path), {
        recursive: true,
        filter: (from) => !from.includes('node_modules'),
      });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const started = performance.now();
    if (!(await passes(folder, tests, 120_000))) throw new Error('The tests fail without a mutant; repair them first');
    const limit = Math.ceil(2_000 + 5 * (performance.now() - started));
    for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
      const path = join(folder, job.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, source.slice(0, job.start) + job.text + source.slice(job.end));
      if (await passes(folder, tests, limit)) survivors.push(job);
      writeFileSync(path, source);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function passes(cwd: string, tests: readonly string[], timeout: number): Promise<boolean> {
  const args = ['--conditions=oriel:source', '--test', '--test-isolation=none', '--test-force-exit', ...tests];
  // A mutant with an endless loop does not react to SIGTERM.
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout, killSignal: 'SIGKILL' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(MODULES, name));
if (unknown !== undefined) throw new Error(`There is no module "${unknown}"; use ${Object.keys(MODULES).join(', ')}`);
for (const name of names.length > 0 ? names : Object.keys(MODULES)) await measure(name);
