/** Finds unused files, exports and dependencies with knip: `npm run unused:check`. The settings are in knip.json. */
import { spawnSync } from 'node:child_process';
import { lintTool } from './lib/lint-tools.ts';
import { ROOT } from './lib/source-files.ts';

const knip = lintTool('knip');
if (knip === undefined) console.log('Not checked: knip cannot be installed on this machine');
else process.exitCode = spawnSync(knip, ['--no-progress'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
