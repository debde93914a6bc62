import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Returns arguments for `parseArgs` in which values and search terms may begin with a minus, such as `--sort -duration` and
 * `-path:/health`. `parseArgs` reports the first as ambiguous and takes the second for an option.
 *
 * @param isTerm returns whether an argument is a search term
 */
export function allowDashes(
  args: readonly string[],
  options: Options,
  isTerm: (arg: string) => boolean = () => false,
): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const others: string[] = [];
  const terms: string[] = [];
  for (let i = 0; i < end; i++) {
    const [arg, next] = [args[i]!, i + 1 < end ? args[i + 1] : undefined];
    if (next !== undefined && takesValue(arg, options) && isDashedValue(next, options)) {
      others.push(`${arg}=${next}`);
      i++;
    } else if (isTerm(arg)) terms.push(arg);
    else others.push(arg);
  }
  const rest = [...terms, ...args.slice(end + 1)];
  return rest.length === 0 ? others : [...others, '--', ...rest];
}

function takesValue(arg: string, options: Options): boolean {
  return arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
}

// A forgotten value is still reported: another option follows then.
function isDashedValue(arg: string, options: Options): boolean {
  return /^-[^-]/.test(arg) && Object.values(options).every(({ short }) => short !== arg[1]);
}
