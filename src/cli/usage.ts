import { readFileSync } from 'node:fs';
import type { Command, HelpLine } from './command.ts';
import { style } from './print.ts';
import { columns } from './table.ts';

/** What `oriel --help` says. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    `${style('bold', 'oriel')} ${packageVersion()} · an HTTP API host with a window onto every request`,
    section('usage', ['oriel <command> [file] [options]']),
    section('commands', columns(commands.map(({ name, summary }) => [name, summary]))),
    section('the file', [
      'It says `export default defineHost({ … })`. Left out, it is "oriel": { "host": "path" } of',
      'package.json, or else the first of host, src/host, server, index, src/index with .ts, .js or .mjs.',
    ]),
    'oriel <command> --help tells more; oriel --version tells the version.',
  ].join('\n\n');
}

/** What `oriel <command> --help` says. */
export function commandHelp({ name, summary, usage, help, examples }: Command): string {
  const options: HelpLine[] = [...help, ['--help', 'show this']];
  return [
    `${style('bold', `oriel ${name}`)} · ${summary}`,
    section('usage', [`oriel ${usage}`]),
    section('options', columns(options)),
    ...(examples.length > 0 ? [section('examples', examples)] : []),
  ].join('\n\n');
}

/** The version in the package's own manifest. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function section(title: string, lines: readonly string[]): string {
  return [style('bold', title), ...lines.map((line) => `  ${line}`)].join('\n');
}
