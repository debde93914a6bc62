/**
 * Changes single places of a module and reports which changes no test detects:
 * `npm run mutation [module…] [-- --only file --sample n --seed s]`.
 * `var/mutation` keeps the results, so that a run can be continued. Fails below 85 % killed.
 */
import { parseArgs } from 'node:util';
import { MODULES } from './mutation/modules.ts';
import { coverageOf, testsOf } from './mutation/coverage.ts';
import { changesOf, sampleOf, title } from './mutation/changes.ts';
import { Results } from './mutation/results.ts';
import { runJobs } from './mutation/run-jobs.ts';
import { filesMatching } from './lib/source-files.ts';

const REQUIRED_PERCENT = 85;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});

async function measure(name: string): Promise<void> {
  const { sources, tests: patterns } = MODULES[name]!;
  const tests = filesMatching(...patterns);
  const all = changesOf(sources).filter(({ file }) => values.only === undefined || file.includes(values.only));
  if (all.length === 0) throw new Error(`No file of the module "${name}" matches "${values.only}"`);
  const changes = values.sample === undefined ? all : sampleOf(all, Number(values.sample), values.seed);
  const results = new Results(name, tests);
  const waiting = changes.filter((change) => !results.has(change));
  if (waiting.length > 0) {
    const coverage = await coverageOf(tests, waiting);
    for (const { test, outcome } of coverage) console.log(`  ${Math.round(outcome.cpuMs)} ms ${test}`);
    const jobs = waiting.map((change) => ({ change, ...testsOf(coverage, change) }));
    for (const { change } of jobs.filter((job) => job.tests.length === 0)) results.add(change, undefined);
    await runJobs(
      jobs.filter((job) => job.tests.length > 0),
      ({ limits }, testIndex) => limits[testIndex]!,
      ({ change }, result) => results.add(change, result === undefined ? 'time limit' : result.failed),
    );
  }
  const survivors = changes.filter((change) => results.killedBy(change) === undefined);
  for (const survivor of survivors) console.log(`  ${title(survivor)}`);
  const timeouts = changes.filter((change) => results.killedBy(change) === 'time limit').length;
  const percent = (1 - survivors.length / changes.length) * 100;
  console.log(
    `${name}: ${changes.length - survivors.length} of ${changes.length} changes detected, ${percent.toFixed(1)} %` +
      ` (${timeouts} by a time limit)` +
      (changes.length < all.length ? `; a sample of ${all.length} with the seed ${values.seed}` : ''),
  );
  if (percent < REQUIRED_PERCENT) process.exitCode = 1;
}

const unknown = positionals.find((name) => !Object.hasOwn(MODULES, name));
if (unknown !== undefined) throw new Error(`There is no module "${unknown}"; use ${Object.keys(MODULES).join(', ')}`);
for (const name of positionals.length > 0 ? positionals : Object.keys(MODULES)) await measure(name);
