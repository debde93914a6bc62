import { didYouMean } from '../core/http/did-you-mean.ts';
import type { Command } from './command.ts';
import { LoadError } from './load-error.ts';
import { UsageError } from './command.ts';
import { print, printError, style } from './print.ts';
import { commandHelp, generalHelp, packageVersion } from './usage.ts';

// Only the requested subcommand is loaded, so that `oriel start` starts quickly.
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  dev: () => import('./dev.ts'),
  start: () => import('./start.ts'),
  routes: () => import('./routes.ts'),
  match: () => import('./match.ts'),
  events: () => import('./events.ts'),
  check: () => import('./check.ts'),
  migrate: () => import('./migrate.ts'),
  openapi: () => import('./openapi.ts'),
  schema: () => import('./schema.ts'),
  fuzz: () => import('./fuzz.ts'),
  doctor: () => import('./doctor.ts'),
  profile: () => import('./profile.ts'),
  profiler: () => import('./profiler.ts'),
  new: () => import('./new.ts'),
};

/** Runs a command line and exits with its exit code, unless the command keeps serving. `args` are the arguments after `oriel`. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const code = await run(args);
  // Timers and connections that the host left open must not keep the process running.
  if (code !== undefined) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

async function run([name, ...args]: readonly string[]): Promise<number | undefined> {
  if (name === '--version' || name === '-v') return print(packageVersion());
  if (name === '--help' || name === '-h' || (name === 'help' && args[0] === undefined))
    return print(generalHelp(await loadCommands()));
  if (name === 'help') return run([args[0]!, '--help']);
  const command = await loadCommand(name);
  if (!command) return reportUnknown(name, await loadCommands());
  if (hasHelpFlag(args)) return print(commandHelp(command));
  try {
    return await command.run(args);
  } catch (error) {
    return reportError(error, command);
  }
}

async function loadCommand(name: string | undefined): Promise<Command | undefined> {
  if (name === undefined || !Object.hasOwn(COMMANDS, name)) return undefined;
  return (await COMMANDS[name]!()).command;
}

async function loadCommands(): Promise<Command[]> {
  return (await Promise.all(Object.values(COMMANDS).map((load) => load()))).map(({ command }) => command);
}

function hasHelpFlag(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

function reportUnknown(name: string | undefined, commands: readonly Command[]): number {
  if (name !== undefined) {
    const meant = didYouMean(name, Object.keys(COMMANDS));
    const what = name.startsWith('-') ? 'option' : 'command';
    printError(`${style('red', `Unknown ${what} "${name}"`)}${meant ? `; did you mean "oriel ${meant}"?` : ''}\n`);
  }
  printError(generalHelp(commands));
  return 2;
}

function reportError(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    printError(`${style('red', error.message)}\n\nusage: oriel ${command.usage}\nhelp:  oriel ${command.name} --help`);
    return 2;
  }
  if (error instanceof LoadError) {
    printError(error.message);
    return error.exitCode;
  }
  throw error;
}
