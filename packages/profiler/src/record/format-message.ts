import { isError, toPlain } from 'oriel-core/errors';
import { describeError } from 'oriel-core/http';
import { JSON } from 'oriel-core/builtins';

/**
 * Returns the message of a call of `console.log`, with the values in place of `%s`, `%d` and the other placeholders of `util.format`. Unlike
 * `util.format`, it calls no code of the application, such as a getter or `toString`.
 *
 * @param longest the most characters of the message and of each text in it
 */
export function formatMessage(values: readonly unknown[], longest: number): string {
  const [first, ...others] = values;
  let used = 0;
  const filled =
    typeof first === 'string' && others.length > 0
      ? first.slice(0, longest).replace(PLACEHOLDER, (placeholder) => {
          if (placeholder === '%%') return '%';
          return used < others.length ? formatAs(placeholder, others[used++], longest) : placeholder;
        })
      : formatValue(first, longest);
  const rest = others.slice(used).map((value) => formatValue(value, longest));
  return (values.length === 0 ? '' : [filled, ...rest].join(' ')).slice(0, longest);
}

function formatAs(placeholder: string, value: unknown, longest: number): string {
  switch (placeholder) {
    case '%d':
      return typeof value === 'bigint' ? `${value}n` : String(toNumber(value));
    case '%i':
      return typeof value === 'bigint' ? `${value}n` : String(Math.trunc(toNumber(value)));
    case '%f':
      return String(toNumber(value));
    case '%j':
      return JSON.stringify(toPlain(value)) ?? 'undefined';
    case '%c':
      return '';
    default:
      return formatValue(value, longest);
  }
}

// Converting an object would call its methods.
function toNumber(value: unknown): number {
  return typeof value === 'symbol' || typeof value === 'object' || typeof value === 'function' ? NaN : Number(value);
}

function formatValue(value: unknown, longest: number): string {
  if (typeof value === 'string') return value.slice(0, longest);
  if (isError(value)) return describeError(value);
  const plain = toPlain(value);
  // The JSON of a text has quotes.
  return typeof plain === 'string' ? plain.replace(/^\[undefined\]$/, 'undefined') : JSON.stringify(plain);
}

const PLACEHOLDER = /%[sdifjoOc%]/g;
