import { JSON } from '../../core/builtins/globals.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { isSecretDocument } from './name-context.ts';
import { replaceJsonValues } from '../recorder/replace-json-values.ts';
import type { ValueRedactor } from './redact-value.ts';

/** Redacts JSON texts. Everything but the secrets stays as it is written. */
export class JsonRedactor {
  readonly #names: SecretNames;
  readonly #values: ValueRedactor;

  constructor(names: SecretNames, values: ValueRedactor) {
    this.#names = names;
    this.#values = values;
  }

  /** Redacts one JSON text, or one in each line; undefined if the text is invalid. */
  redact(text: string): string | undefined {
    const value = parse(text);
    return value === undefined ? this.#redactLines(text) : this.#redactParsed(text, value.parsed, false);
  }

  #redactParsed(text: string, parsed: unknown, masksTexts: boolean): string {
    const result = this.#values.redactParsed(parsed, masksTexts);
    return result === undefined ? text : replaceJsonValues(text, result.copy);
  }

  // Newline-delimited JSON, JSON text sequences, and streams of React Router, whose lines refer to values in other lines.
  #redactLines(text: string): string | undefined {
    const lines = text.split('\n', MAX_LINES + 1);
    if (lines.length < 2 || lines.length > MAX_LINES) return undefined;
    const values = lines.map((line) => (line.trim() === '' ? EMPTY : parse(line.slice(findStart(line)))));
    if (values.includes(undefined)) return undefined;
    const lists = values.flatMap((value) => (Array.isArray(value!.parsed) ? (value!.parsed as unknown[]) : []));
    const masksTexts = isSecretDocument(lists, this.#names);
    return lines
      .map((line, index) => {
        const start = findStart(line);
        const value = values[index]!;
        return value === EMPTY
          ? line
          : line.slice(0, start) + this.#redactParsed(line.slice(start), value.parsed, masksTexts);
      })
      .join('\n');
  }
}

const MAX_LINES = 10_000;
const EMPTY = { parsed: undefined };

// A record separator, or the number of a promise: `P7:[…]`.
function findStart(line: string): number {
  return line.startsWith('\u001e') ? 1 : /^(?:[A-Z]?\d{1,9}:)?/.exec(line)![0].length;
}

function parse(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown };
  } catch {
    return undefined;
  }
}
