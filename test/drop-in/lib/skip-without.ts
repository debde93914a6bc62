import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from './application.ts';

/**
 * Returns why tests that need a package are skipped, or false if it is installed. `npm test` installs the dependencies of
 * `test/drop-in/package.json`, and `npm run test:all` its development dependencies as well.
 *
 * @throws if it is missing in `npm run test:all` or `npm run compatibility`, so that no test is skipped
 */
export function skipWithout(name: string): string | false {
  if (existsSync(join(APPS, '../node_modules', name, 'package.json'))) return false;
  const isRequired = process.env['ORIEL_TEST_ALL'] ?? process.env['ORIEL_TEST_APPLICATIONS'];
  if (isRequired !== undefined)
    throw new Error(`The package ${name} is not installed, and its tests must not be skipped`);
  return `${name} is not installed; "npm run test:all" installs it`;
}
