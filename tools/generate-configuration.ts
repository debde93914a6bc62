/**
 * Writes docs/host/configuration.md: the text of tools/docs/configuration.md with a table for each group of options, read from the
 * interfaces in `src/`. `npm run docs:check` checks that the page is up to date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIGURATION_PAGE, createConfigurationPage } from './docs/configuration-page.ts';
import { report } from './lib/issue.ts';
import { ROOT } from './lib/source-files.ts';

const { text, issues } = await createConfigurationPage();
if (issues.length === 0) writeFileSync(join(ROOT, CONFIGURATION_PAGE), text);
report(issues, `${CONFIGURATION_PAGE} is written`);
