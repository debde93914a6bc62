/**
 * Checks the commands of the documentation that install Oriel: `npm run installs:check`. Each page has the form that
 * `lib/install-commands.ts` states, and each command is run as it is written, in an application beside a clone. With `--write`, the
 * commands of all pages are corrected instead. Needs the npm registry for the other packages of a command.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { correctInstallCommand, findInstallCommands } from './lib/install-commands.ts';
import type { InstallCommand } from './lib/install-commands.ts';
import { report } from './lib/issue.ts';
import type { Issue } from './lib/issue.ts';
import { ROOT, filesMatching, read } from './lib/source-files.ts';
import { UserShell } from './lib/user-shell.ts';

const pages = filesMatching('*.md', '{docs,examples,packages,site}/**/*.md');
const commands = pages.flatMap((path) => findInstallCommands(path, read(path)));
if (process.argv.includes('--write')) commands.forEach(correct);
else
  report([...commands.flatMap(checkForm), ...(await runAll())], `${commands.length} commands install what they name`);

function correct({ path, text }: InstallCommand): void {
  writeFileSync(join(ROOT, path), read(path).replaceAll(text, correctInstallCommand(text)));
}

function checkForm({ path, line, text }: InstallCommand): Issue[] {
  const expected = correctInstallCommand(text);
  if (text === expected) return [];
  const why = 'a reader can install it at this time';
  return [
    {
      place: `${path}:${line}`,
      what: text,
      why,
      fix: `write ${expected}, or run node tools/check-installs.ts --write`,
    },
  ];
}

async function runAll(): Promise<Issue[]> {
  // A check without commands would not check anything.
  if (commands.length === 0) throw new Error('No page has a command that installs Oriel');
  execFileSync('npm', ['run', '--silent', 'pack'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'oriel-installs-'));
  const shell = new UserShell(join(folder, 'home'));
  try {
    mkdirSync(join(folder, 'home'));
    symlinkSync(ROOT, join(folder, 'oriel'), 'dir');
    const issues: Issue[] = [];
    for (const [index, text] of [...new Set(commands.map((command) => command.text))].entries()) {
      const application = join(folder, `application-${index}`);
      mkdirSync(application);
      writeFileSync(join(application, 'package.json'), '{ "name": "application", "private": true }\n');
      try {
        await shell.run(application, text);
        await shell.run(application, 'npm ls');
      } catch (error) {
        const { path, line } = commands.find((command) => command.text === text)!;
        issues.push({
          place: `${path}:${line}`,
          what: text,
          why: (error as Error).message,
          fix: 'correct the command',
        });
      }
    }
    return issues;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
