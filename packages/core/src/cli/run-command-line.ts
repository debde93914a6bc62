import { readFileSync } from 'node:fs';
import { didYouMean } from '../http/did-you-mean.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { commandHelp, programHelp } from './help.ts';
import { LoadError } from './load-error.ts';
import { print, printError, style } from './print.ts';

/** A program of the command line, with its commands. */
export interface Program {
  /** The name that users type, such as `oriel`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  /** The URL of its package.json, which has the version. */
  readonly manifest: string;
  /** Loads a command by name. Only the requested command is loaded, so that programs start quickly. */
  readonly commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>>;
  /** Loads the command that runs if the arguments name none. */
  readonly main?: () => Promise<{ readonly command: Command }>;
  /** Returns what a word that is not a command may have meant, such as `show a1b2c3`. */
  readonly suggest?: (word: string) => string | undefined;
  /** Further paragraphs for `--help`. */
  readonly about?: readonly (readonly [title: string, lines: readonly string[]])[];
}

/** Runs a command line and exits with its exit code, unless the command keeps serving. `args` are the arguments after the program. */
export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const code = await run(program, args);
  // Timers and connections that a command left open must not keep the process running.
  if (code !== undefined) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

/** Returns the version in a package.json. */
export function readVersion(manifest: string): string {
  return (JSON.parse(readFileSync(new URL(manifest), 'utf8')) as { version: string }).version;
}

async function run(program: Program, args: readonly string[]): Promise<number | undefined> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return print(readVersion(program.manifest));
  if (name === '--help' || name === '-h' || (name === 'help' && rest[0] === undefined))
    return print(programHelp(program, readVersion(program.manifest), await loadCommands(program)));
  if (name === 'help') return await run(program, [rest[0]!, '--help']);
  const isNamed = name !== undefined && Object.hasOwn(program.commands, name);
  const load = isNamed ? program.commands[name] : isForMain(program, name) ? program.main : undefined;
  if (!load) return await reportUnknown(program, name);
  const { command } = await load();
  const given = isNamed ? rest : args;
  if (hasHelpFlag(given)) return print(commandHelp(program, command));
  try {
    return await command.run(given);
  } catch (error) {
    return reportError(error, program, command);
  }
}

// A program without commands passes all arguments to its main command, others only options: a word is a misspelt command.
function isForMain({ commands }: Program, name: string | undefined): boolean {
  return name === undefined || name.startsWith('--') || Object.keys(commands).length === 0;
}

async function loadCommands({ commands, main }: Program): Promise<Command[]> {
  const loads = Object.values(commands);
  const all = await Promise.all((loads.length > 0 || !main ? loads : [main]).map((load) => load()));
  return all.map(({ command }) => command);
}

function hasHelpFlag(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

async function reportUnknown(program: Program, name: string | undefined): Promise<number> {
  if (name !== undefined) {
    const meant = program.suggest?.(name) ?? didYouMean(name, Object.keys(program.commands));
    const what = name.startsWith('-') ? 'option' : 'command';
    const hint = meant ? `; did you mean "${program.name} ${meant}"?` : '';
    printError(`${style('red', `Unknown ${what} "${name}"`)}${hint}\n`);
  }
  printError(programHelp(program, readVersion(program.manifest), await loadCommands(program)));
  return 2;
}

function reportError(error: unknown, program: Program, { name, usage }: Command): number {
  if (error instanceof UsageError) {
    const help = [program.name, name, '--help'].filter((word) => word !== '').join(' ');
    printError(`${style('red', error.message)}\n\nusage: ${program.name} ${usage}\nhelp:  ${help}`);
    return 2;
  }
  if (error instanceof LoadError) {
    printError(error.message);
    return error.exitCode;
  }
  throw error;
}
