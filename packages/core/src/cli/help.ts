import { alignColumns } from './align-columns.ts';
import type { Command, HelpLine } from './command.ts';
import { style } from './print.ts';
import type { Program } from './run-command-line.ts';

/** Returns the output of `--help` of a program. */
export function programHelp(
  { name, summary, about = [] }: Program,
  version: string,
  commands: readonly Command[],
): string {
  const [only, ...others] = commands;
  return [
    `${style('bold', name)} ${version} · ${summary}`,
    ...(only !== undefined && others.length === 0
      ? parts(name, only)
      : [
          section('usage', [`${name} <command> [options]`]),
          section('commands', alignColumns(commands.map((command) => [command.name, command.summary]))),
        ]),
    ...about.map(([title, lines]) => section(title, lines)),
    ...(others.length > 0 ? [`Run ${name} <command> --help for details and ${name} --version for the version.`] : []),
  ].join('\n\n');
}

/** Returns the output of `--help` of a command. */
export function commandHelp({ name }: Program, command: Command): string {
  const title = style('bold', [name, command.name].filter((word) => word !== '').join(' '));
  return [`${title} · ${command.summary}`, ...parts(name, command)].join('\n\n');
}

function parts(program: string, { usage, help, examples }: Command): string[] {
  const options: HelpLine[] = [...help, ['--help', 'show this help']];
  return [
    section('usage', [`${program} ${usage}`]),
    section('options', alignColumns(options)),
    ...(examples.length > 0 ? [section('examples', examples)] : []),
  ];
}

function section(title: string, lines: readonly string[]): string {
  return [style('bold', title), ...lines.map((line) => `  ${line}`)].join('\n');
}
