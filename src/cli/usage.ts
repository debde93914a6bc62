import { readFileSync } from 'node:fs';
import type { Command, HelpLine } from './command.ts';
import { alignColumns } from '../core/errors/align-columns.ts';
import { style } from './print.ts';

/** Returns the output of `oriel --help`. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    `${style('bold', 'oriel')} ${packageVersion()} · an HTTP API host with a request profiler`,
    section('usage', ['oriel <command> [file] [options]']),
    section('commands', alignColumns(commands.map(({ name, summary }) => [name, summary]))),
    section('the file', [
      'It contains `export default defineHost({ … })`. The default is "oriel": { "host": "path" } in',
      'package.json, else the first of host, src/host, server, index, src/index with .ts, .js or .mjs.',
    ]),
    'Run oriel <command> --help for details and oriel --version for the version.',
  ].join('\n\n');
}

/** Returns the output of `oriel <command> --help`. */
export function commandHelp({ name, summary, usage, help, examples }: Command): string {
  const options: HelpLine[] = [...help, ['--help', 'show this help']];
  return [
    `${style('bold', `oriel ${name}`)} · ${summary}`,
    section('usage', [`oriel ${usage}`]),
    section('options', alignColumns(options)),
    ...(examples.length > 0 ? [section('examples', examples)] : []),
  ].join('\n\n');
}

/** Returns the version of this package. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function section(title: string, lines: readonly string[]): string {
  return [style('bold', title), ...lines.map((line) => `  ${line}`)].join('\n');
}
