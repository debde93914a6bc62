import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from '../http/did-you-mean.ts';
import { describeDurationIssue, toMilliseconds } from '../http/duration.ts';
import type { Duration, DurationRange } from '../http/duration.ts';
import { allowDashes } from './dashed-arguments.ts';

/** A command of a program. */
export interface Command {
  readonly name: string;
  /** One line for `--help` of the program. */
  readonly summary: string;
  /** The syntax without the program name: `routes [file] [--json]`. */
  readonly usage: string;
  /** The options and their descriptions. */
  readonly help: readonly HelpLine[];
  readonly examples: readonly string[];
  /** Resolves with the exit code, or undefined if the process keeps serving. */
  readonly run: (args: readonly string[]) => Promise<number | undefined>;
}

export type HelpLine = readonly [option: string, meaning: string];

type Options = NonNullable<ParseArgsConfig['options']>;

interface Parsed<O extends Options> {
  readonly args: string[];
  readonly options: O;
  readonly allowPositionals: true;
}

/** The parsed values of these options. */
export type Values<O extends Options> = ReturnType<typeof parseArgs<Parsed<O>>>['values'];

interface Definition<O extends Options> extends Omit<Command, 'run'> {
  readonly options: O;
  /** The maximum number of positional arguments. */
  readonly maxPositionals: number;
  /** Returns whether an argument that begins with a minus is a positional one. */
  readonly isTerm?: (arg: string) => boolean;
  readonly run: (values: Values<O>, positionals: readonly string[]) => Promise<number | undefined>;
}

/** Defines a subcommand whose arguments are validated before it runs. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { options, maxPositionals, isTerm, run, ...rest } = definition;
  return {
    ...rest,
    run: async (args) => {
      const { values, positionals } = parse(allowDashes(args, options, isTerm), options);
      const extra = positionals[maxPositionals];
      if (extra !== undefined) {
        throw new UsageError(
          maxPositionals === 0
            ? `Unexpected argument "${extra}"; ${rest.name || 'the program'} takes no arguments`
            : `Unexpected argument "${extra}"; quote arguments that contain spaces`,
        );
      }
      return await run(values, positionals);
    },
  };
}

function parse<O extends Options>(args: string[], options: O): ReturnType<typeof parseArgs<Parsed<O>>> {
  try {
    return parseArgs<Parsed<O>>({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(explain(error, Object.keys(options)), { cause: error });
  }
}

/** Returns the hint for an unknown name: a similar one, or all known ones. */
export function suggest(given: string, known: readonly string[]): string {
  const meant = didYouMean(given, known);
  return meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${meant}"?`;
}

function explain({ message }: TypeError, known: readonly string[]): string {
  const unknown = /^Unknown option '(--?)([^'=]+)/.exec(message);
  if (!unknown) return message.split('. ')[0]!;
  const [, dashes, name] = unknown;
  const meant = didYouMean(name!, known);
  return `Unknown option ${dashes}${name}${meant ? `; did you mean --${meant}?` : ''}`;
}

/** The command line is invalid. The message is printed with the usage, and the exit code is 2. */
export class UsageError extends Error {
  readonly code = 'ORIEL_CLI_USAGE';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/**
 * Reads a duration on the command line, such as `10s` or `10 s`, or a number of milliseconds.
 *
 * @param option the name of the option, for the message
 * @returns milliseconds
 * @throws {UsageError} if the text is not a duration within the range
 */
export function readDuration(option: string, text: string, range?: DurationRange): number {
  const duration = /^\d+$/.test(text) ? Number(text) : (text.replace(/^([\d.]+)(?=[a-z])/, '$1 ') as Duration);
  const expected = describeDurationIssue(duration, range);
  if (expected !== undefined) throw new UsageError(`${option} is "${text}"; expected ${expected}`);
  return toMilliseconds(duration);
}
