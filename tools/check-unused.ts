/** Finds unused files, exports and dependencies with knip: `npm run unused:check`. The settings are in knip.json. */
import { runLintTool } from './lib/lint-tools.ts';

// That configuration leads from dist/ to src/.
runLintTool('knip', ['--no-progress', '--tsConfig', 'tsconfig.build.json']);
