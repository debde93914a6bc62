/**
 * Injects faults into running hosts, and writes what was measured into `bench/FAULTS.md`: `npm run faults`.
 *
 * - `--list` prints the names of the scenarios;
 * - `--only name` runs one; may be repeated, and `name*` selects several;
 * - `--short` takes less time, and writes nothing.
 *
 * The exit code is 1 if a promise does not hold. PostgreSQL, Redis and nginx are started on free ports. It is not a test: a scenario takes
 * a minute, and its figures depend on other load of the machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import * as prettier from 'prettier';
import { SCENARIOS } from '../test/fault/scenarios.ts';
import { describeResult, isBroken, updatePage } from '../test/fault/support/report.ts';
import type { ScenarioResult } from '../test/fault/support/report.ts';
import { Run } from '../test/fault/support/scenario.ts';
import type { Scenario } from '../test/fault/support/scenario.ts';
import { ROOT } from './lib/source-files.ts';

const PAGE = join(ROOT, 'bench', 'FAULTS.md');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
});

if (values.list) for (const { name, fault } of SCENARIOS) console.log(`${name.padEnd(24)}${fault}`);
else for (const scenario of select(values.only)) await measure(scenario);
// Connections of clients may still be open.
process.exit();

function select(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return SCENARIOS;
  for (const pattern of names)
    if (!SCENARIOS.some(({ name }) => matchesGlob(name, pattern)))
      throw new Error(`--only is "${pattern}", which is not a scenario; --list prints them`);
  return SCENARIOS.filter(({ name }) => names.some((pattern) => matchesGlob(name, pattern)));
}

async function measure(scenario: Scenario): Promise<void> {
  const { short } = values;
  console.log(`${scenario.name}: ${scenario.fault}`);
  const started = performance.now();
  try {
    await using run = new Run(short);
    const figures = await scenario.run(run);
    const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
    const result: ScenarioResult = { ...scenario, short, date, figures };
    console.log(describeResult(result));
    if (figures.some(isBroken)) process.exitCode = 1;
    if (!short) await write(result);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

async function write(result: ScenarioResult): Promise<void> {
  const text = updatePage(readFileSync(PAGE, 'utf8'), SCENARIOS, [result]);
  const options = await prettier.resolveConfig(PAGE);
  writeFileSync(PAGE, await prettier.format(text, { ...options, filepath: PAGE }));
}
