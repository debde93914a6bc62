/** Finds unused files, exports and dependencies with knip: `npm run unused:check`. The settings are in knip.json. */
import { runLintTool } from './lib/lint-tools.ts';

runLintTool('knip', ['--no-progress']);
