/** Says which lines and branches of src/ no test reaches: `npm run coverage`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, filesMatching } from './lib/source-files.ts';

const ENOUGH = 95;
const RECORD = join(ROOT, 'var/coverage.lcov');

interface Share {
  readonly hit: number;
  readonly found: number;
}

interface FileCoverage {
  readonly path: string;
  readonly lines: Share;
  readonly branches: Share;
}

function runTests(): boolean {
  mkdirSync(join(ROOT, 'var'), { recursive: true });
  const flags = [
    '--conditions=oriel:source',
    '--test',
    '--experimental-test-coverage',
    '--test-coverage-include=src/**/*.ts',
    ...['test', 'test-d', 'contract'].map((kind) => `--test-coverage-exclude=src/**/*.${kind}.ts`),
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=lcov',
    `--test-reporter-destination=${RECORD}`,
  ];
  return (
    spawnSync(process.execPath, [...flags, ...filesMatching('{src,test,examples,tools}/**/*.test.ts')], {
      cwd: ROOT,
      // The processes that tests start are counted too; of code from the cache, V8 forgets which branches ran.
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
      };
    });
}

function percent({ hit, found }: Share): number {
  return found === 0 ? 100 : (hit / found) * 100;
}

function sum(shares: readonly Share[]): Share {
  return shares.reduce((one, other) => ({ hit: one.hit + other.hit, found: one.found + other.found }), {
    hit: 0,
    found: 0,
  });
}

function line(path: string, lines: Share, branches: Share): string {
  return `${percent(lines).toFixed(1).padStart(6)} % lines ${percent(branches).toFixed(1).padStart(6)} % branches  ${path}`;
}

if (!runTests()) process.exitCode = 1;
const files = parse(readFileSync(RECORD, 'utf8'));
for (const { path, lines, branches } of files) {
  if (percent(lines) < ENOUGH || percent(branches) < ENOUGH) console.log(line(path, lines, branches));
}
if (files.length === 0) throw new Error('The tests ended without a record of what they reached');
const lines = sum(files.map((file) => file.lines));
const branches = sum(files.map((file) => file.branches));
console.log(`${line('src in total', lines, branches)}; ${ENOUGH} % are asked for`);
if (percent(lines) < ENOUGH || percent(branches) < ENOUGH) process.exitCode = 1;
