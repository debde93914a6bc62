import { JSON } from 'oriel-core/builtins';
import { isPlainJson } from '../is-plain-json.ts';
import { replaceJsonValues } from '../replace-json-values.ts';
import { redactParsed } from './redact-value.ts';
import type { ValueRules } from './redact-value.ts';
import { isSecretDocument } from './name-context.ts';

/**
 * Redacts one JSON text, or one in each line; undefined if the text is invalid. Everything but the secrets stays as it is written.
 */
export function redactJson(text: string, rules: ValueRules): string | undefined {
  if (isPlainJson(text, rules)) return text;
  const value = parse(text);
  return value === undefined ? redactLines(text, rules) : redactOne(text, value.parsed, rules);
}

function redactOne(text: string, parsed: unknown, rules: ValueRules, masksTexts = false): string {
  const result = redactParsed(parsed, rules, masksTexts);
  return result === undefined ? text : replaceJsonValues(text, result.copy);
}

// Newline-delimited JSON, JSON text sequences, and streams of React Router, whose lines refer to values in other lines.
function redactLines(text: string, rules: ValueRules): string | undefined {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length < 2 || lines.length > MAX_LINES) return undefined;
  const starts = lines.map(findStart);
  const values = lines.map((line, index) => (line.trim() === '' ? EMPTY : parse(line.slice(starts[index]))));
  if (values.includes(undefined)) return undefined;
  const lists = values.flatMap((value) => (Array.isArray(value!.parsed) ? (value!.parsed as unknown[]) : []));
  const masksTexts = isSecretDocument(lists, rules.names);
  return lines
    .map((line, index) => {
      const start = starts[index]!;
      const { parsed } = values[index]!;
      return parsed === undefined
        ? line
        : line.slice(0, start) + redactOne(line.slice(start), parsed, rules, masksTexts);
    })
    .join('\n');
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
