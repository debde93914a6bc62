/** Writes LICENSES.md, the licences of packed code and of all packages of the lockfiles: `npm run licences`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { licencesPage } from './lib/licences.ts';
import { ROOT } from './lib/source-files.ts';

const file = join(ROOT, 'LICENSES.md');
writeFileSync(file, await format(licencesPage(), { ...(await resolveConfig(file)), parser: 'markdown' }));
