/**
 * Writes docs/host/configuration.md and options.md: the texts of tools/docs/configuration.md and options.md with a table for each group of options, read from the
 * interfaces in `src/`. `npm run docs:check` checks that the page is up to date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigurationPages } from './docs/configuration-page.ts';
import { report } from './lib/issue.ts';
import { ROOT } from './lib/source-files.ts';

const { pages, issues } = await createConfigurationPages();
if (issues.length === 0) for (const [path, text] of pages) writeFileSync(join(ROOT, path), text);
report(issues, `${[...pages.keys()].join(' and ')} are written`);
