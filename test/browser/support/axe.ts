import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations of rules of axe-core on a page: one line for each element.
 *
 * @param rules the names of the rules; by default all
 */
export async function getViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(SOURCE);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary = '' }) =>
      [id, target.join(' '), html.slice(0, 200), failureSummary.split('\n').slice(1).join(' ').trim()].join(' | '),
    ),
  );
}
