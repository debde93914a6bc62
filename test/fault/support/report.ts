import type { Figure, Scenario } from './scenario.ts';

/** The result of one scenario. */
export interface ScenarioResult {
  readonly name: string;
  readonly fault: string;
  readonly short: boolean;
  readonly date: string;
  readonly figures: readonly Figure[];
}

/** Returns whether a figure has a promise that does not hold. */
export function isBroken({ isKept }: Figure): boolean {
  return isKept === false;
}

/** Returns a result as lines for a terminal. */
export function describeResult({ figures }: ScenarioResult): string {
  const width = Math.max(...figures.map(({ what }) => what.length));
  return figures
    .map(({ what, value, promise, isKept, details = [] }) => {
      const mark = promise === undefined ? '' : isKept === false ? `   ✗ expected ${promise}` : `   ✓ ${promise}`;
      return [`  ${what.padEnd(width)}  ${value}${mark}`, ...details.map((detail) => `      ${detail}`)].join('\n');
    })
    .join('\n');
}

/**
 * Returns the page with the results of some scenarios replaced. Results of the other scenarios stay; those of scenarios that no longer
 * exist are removed.
 *
 * @param page the current text of the page
 * @param scenarios all scenarios, in their order
 */
export function updatePage(page: string, scenarios: readonly Scenario[], results: readonly ScenarioResult[]): string {
  const [intro = '', ...old] = page.split(/^(?=## )/m);
  const sections = new Map(old.map((text) => [/^## (.*)/.exec(text)![1]!.trim(), text.trim()]));
  for (const result of results) sections.set(result.name, writeSection(result));
  const known = scenarios.flatMap(({ name }) => sections.get(name) ?? []);
  return `${[intro.trim(), ...known].join('\n\n')}\n`;
}

function writeSection({ name, fault, short, date, figures }: ScenarioResult): string {
  const command = `npm run faults -- --only ${name}${short ? ' --short' : ''}`;
  const rows = figures.map(
    ({ what, value, promise, isKept }) =>
      `| ${what} | ${value} | ${promise === undefined ? '' : `${promise} ${isKept === false ? '✗' : '✓'}`} |`,
  );
  return [
    `## ${name}`,
    fault,
    `\`${command}\`, ${date}:`,
    ['| figure | value | promise |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
