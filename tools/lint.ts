/** Lints with oxlint: `npm run lint`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LINT_BIN, lintTool, runLintTool } from './lib/lint-tools.ts';

// oxlint finds tsgolint, which checks types, in PATH. Without it, rules that need types are skipped.
lintTool('oxlint');
const typeAware = existsSync(join(LINT_BIN, 'tsgolint')) ? ['--type-aware'] : [];
runLintTool('oxlint', ['--config', '.oxlintrc.json', ...typeAware, ...process.argv.slice(2)]);
