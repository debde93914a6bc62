/** Lints with oxlint: `npm run lint`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LINT_BIN, lintTool } from './lib/lint-tools.ts';
import { ROOT } from './lib/source-files.ts';

const oxlint = lintTool('oxlint');
if (oxlint === undefined) console.log('Not linted: oxlint cannot be installed on this machine');
else process.exitCode = lint(oxlint);

// oxlint finds tsgolint, which checks types, in PATH. Without it, rules that need types are skipped.
function lint(program: string): number {
  const typeAware = existsSync(join(LINT_BIN, 'tsgolint')) ? ['--type-aware'] : [];
  const env = { ...process.env, PATH: `${LINT_BIN}${delimiter}${process.env['PATH'] ?? ''}` };
  const args = ['--config', '.oxlintrc.json', ...typeAware, ...process.argv.slice(2)];
  return spawnSync(program, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}
