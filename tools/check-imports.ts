/** Checks imports with dependency-cruiser: `npm run imports:check`. The rules are in .dependency-cruiser.mjs. */
import { runLintTool } from './lib/lint-tools.ts';

runLintTool('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'packages/*/src']);
