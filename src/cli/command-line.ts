import { didYouMean } from '../core/http/did-you-mean.ts';
import type { Command } from './command.ts';
import { LoadError } from './load-error.ts';
import { MisuseError } from './misuse.ts';
import { print, printError, style } from './print.ts';
import { commandHelp, generalHelp, packageVersion } from './usage.ts';

// Only the subcommand that was asked for is loaded: `oriel start` has to be quick.
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  dev: () => import('./dev.ts'),
  start: () => import('./start.ts'),
  routes: () => import('./routes.ts'),
  match: () => import('./match.ts'),
  events: () => import('./events.ts'),
  check: () => import('./check.ts'),
  openapi: () => import('./openapi.ts'),
  schema: () => import('./schema.ts'),
  doctor: () => import('./doctor.ts'),
  profile: () => import('./profile.ts'),
  new: () => import('./new.ts'),
};

/** Runs what was typed after `oriel` and ends the process with its exit code, unless it stays to serve. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const code = await run(words);
  // The host that was looked at may keep timers or connections open; nobody waits for those.
  if (code !== undefined) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

async function run([name, ...words]: readonly string[]): Promise<number | undefined> {
  if (name === '--version' || name === '-v') return print(packageVersion());
  if (name === '--help' || name === '-h' || (name === 'help' && words[0] === undefined))
    return print(generalHelp(await all()));
  if (name === 'help') return run([words[0]!, '--help']);
  const command = await find(name);
  if (!command) return unknown(name, await all());
  if (asksForHelp(words)) return print(commandHelp(command));
  try {
    return await command.run(words);
  } catch (error) {
    return tell(error, command);
  }
}

async function find(name: string | undefined): Promise<Command | undefined> {
  if (name === undefined || !Object.hasOwn(COMMANDS, name)) return undefined;
  return (await COMMANDS[name]!()).command;
}

async function all(): Promise<Command[]> {
  return (await Promise.all(Object.values(COMMANDS).map((load) => load()))).map(({ command }) => command);
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

function unknown(name: string | undefined, commands: readonly Command[]): number {
  if (name !== undefined) {
    const meant = didYouMean(name, Object.keys(COMMANDS));
    const what = name.startsWith('-') ? 'option' : 'command';
    printError(`${style('red', `There is no ${what} "${name}"`)}${meant ? `; did you mean "oriel ${meant}"?` : ''}\n`);
  }
  printError(generalHelp(commands));
  return 2;
}

function tell(error: unknown, command: Command): number {
  if (error instanceof MisuseError) {
    printError(`${style('red', error.message)}\n\nusage: oriel ${command.usage}\nhelp:  oriel ${command.name} --help`);
    return 2;
  }
  if (error instanceof LoadError) {
    printError(error.message);
    return error.exitCode;
  }
  throw error;
}
