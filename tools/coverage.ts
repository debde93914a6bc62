/** Reports the files of the packages with low test coverage: `npm run coverage`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, filesMatching } from './lib/source-files.ts';

const REQUIRED_PERCENT = 95;
const RECORD = join(ROOT, 'var/coverage.lcov');

interface Ratio {
  readonly hit: number;
  readonly found: number;
}

interface FileCoverage {
  readonly path: string;
  readonly lines: Ratio;
  readonly branches: Ratio;
  readonly functions: Ratio;
}

function runTests(): boolean {
  mkdirSync(join(ROOT, 'var'), { recursive: true });
  const flags = [
    '--conditions=oriel:source',
    '--test',
    // A process that records coverage is slower.
    '--test-timeout=300000',
    `--test-concurrency=${availableParallelism()}`,
    '--experimental-test-coverage',
    '--test-coverage-include=packages/*/src/**/*.ts',
    ...['test', 'test-d'].map((kind) => `--test-coverage-exclude=packages/*/src/**/*.${kind}.ts`),
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=lcov',
    `--test-reporter-destination=${RECORD}`,
  ];
  return (
    spawnSync(process.execPath, [...flags, ...filesMatching('{packages/*/src,test,examples,tools}/**/*.test.ts')], {
      cwd: ROOT,
      // Child processes of tests are counted, too. V8 does not record branches of code from the compile cache.
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      stdio: 'inherit',
    }).status === 0
  );
}

function parse(lcov: string): FileCoverage[] {
  return lcov
    .split('end_of_record')
    .filter((record) => record.includes('SF:'))
    .map((record) => {
      const number = (key: string): number => Number(new RegExp(`^${key}:(\\d+)$`, 'm').exec(record)?.[1] ?? 0);
      return {
        path: /^SF:(.+)$/m.exec(record)![1]!,
        lines: { hit: number('LH'), found: number('LF') },
        branches: { hit: number('BRH'), found: number('BRF') },
        functions: { hit: number('FNH'), found: number('FNF') },
      };
    });
}

function percent({ hit, found }: Ratio): number {
  return found === 0 ? 100 : (hit / found) * 100;
}

function sum(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((one, other) => ({ hit: one.hit + other.hit, found: one.found + other.found }), {
    hit: 0,
    found: 0,
  });
}

function line(path: string, lines: Ratio, branches: Ratio): string {
  return `${percent(lines).toFixed(1).padStart(6)} % lines ${percent(branches).toFixed(1).padStart(6)} % branches  ${path}`;
}

if (!runTests()) process.exitCode = 1;
const files = parse(readFileSync(RECORD, 'utf8'));
for (const { path, lines, branches } of files) {
  if (percent(lines) < REQUIRED_PERCENT || percent(branches) < REQUIRED_PERCENT)
    console.log(line(path, lines, branches));
}
if (files.length === 0) throw new Error('The tests did not write a coverage report');
const lines = sum(files.map((file) => file.lines));
const branches = sum(files.map((file) => file.branches));
const functions = sum(files.map((file) => file.functions));
console.log(
  `${line('src in total', lines, branches)}, ${percent(functions).toFixed(1)} % functions; ${REQUIRED_PERCENT} % are required`,
);
if (percent(lines) < REQUIRED_PERCENT || percent(branches) < REQUIRED_PERCENT) process.exitCode = 1;
