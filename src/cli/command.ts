import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from '../core/http/did-you-mean.ts';
import { MisuseError } from './misuse.ts';

/** One subcommand of `oriel`. */
export interface Command {
  readonly name: string;
  /** One line for `oriel --help`. */
  readonly summary: string;
  /** What to type, without the program: `routes [file] [--json]`. */
  readonly usage: string;
  /** Options and what they do, then anything worth an example. */
  readonly help: readonly HelpLine[];
  readonly examples: readonly string[];
  /** Gives the exit code; undefined when it stays and serves. */
  readonly run: (words: readonly string[]) => Promise<number | undefined>;
}

export type HelpLine = readonly [option: string, meaning: string];

type Options = NonNullable<ParseArgsConfig['options']>;

interface Parsed<O extends Options> {
  readonly args: string[];
  readonly options: O;
  readonly allowPositionals: true;
}

/** The values that words on the command line give to these options. */
export type Values<O extends Options> = ReturnType<typeof parseArgs<Parsed<O>>>['values'];

interface Definition<O extends Options> extends Omit<Command, 'run'> {
  readonly options: O;
  /** How many words may stand beside the options. */
  readonly most: number;
  readonly run: (values: Values<O>, positionals: readonly string[]) => Promise<number | undefined>;
}

/** Defines a subcommand, whose words are checked before it runs. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { options, most, run, ...rest } = definition;
  return {
    ...rest,
    run: async (words) => {
      const { values, positionals } = parse(words, options);
      const extra = positionals[most];
      if (extra !== undefined) {
        throw new MisuseError(
          most === 0
            ? `"oriel ${rest.name}" takes no "${extra}"`
            : `"${extra}" is one word too many for "oriel ${rest.name}"; put quotes around words that belong together`,
        );
      }
      return await run(values, positionals);
    },
  };
}

function parse<O extends Options>(words: readonly string[], options: O): ReturnType<typeof parseArgs<Parsed<O>>> {
  try {
    return parseArgs<Parsed<O>>({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MisuseError(explain(error, Object.keys(options)), { cause: error });
  }
}

function explain({ message }: TypeError, known: readonly string[]): string {
  const unknown = /^Unknown option '(--?)([^'=]+)/.exec(message);
  if (!unknown) return message.split('. ')[0]!;
  const [, dashes, name] = unknown;
  const meant = didYouMean(name!, known);
  return `There is no option ${dashes}${name}${meant ? `; did you mean --${meant}?` : ''}`;
}
