import type { Block, PanelLinks, Text } from '../../profile/view-model.ts';
import { toEntries, toList } from '../../profile/recorded-values.ts';
import { codeText, formatValue, parseJson } from './value-text.ts';
import { facts } from './blocks.ts';

/** The context of a log record: names with their values. */
export type LogFields = readonly (readonly [name: string, value: unknown])[];

/** Reads the fields of a log record; undefined if its context is not a complete JSON object. */
export function readFields(context: string): LogFields | undefined {
  const fields = toEntries(parseJson(context));
  return fields.length === 0 ? undefined : fields;
}

/** Formats the fields that fit on a line, such as `order=a1 shipping=4.9`. */
export function formatFields(fields: LogFields): string {
  const parts = fields.map(([name, value]) => `${name}=${formatShort(value)}`).join(' ');
  return parts.length > MAX_LINE_LENGTH ? `${parts.slice(0, MAX_LINE_LENGTH - 1)}…` : parts;
}

const MAX_LINE_LENGTH = 120;

// Of an error, its class is enough: the message of the record is nearly always that of the error.
function formatShort(value: unknown): string {
  const error = toError(value);
  return error === undefined ? formatValue(value) : error.name;
}

/**
 * Returns the fields as a list of names and values, with the members of nested objects. A stack is shown as text, unless
 * the exception panel shows it.
 */
export function buildFieldBlocks(fields: LogFields, shownStacks: ReadonlySet<string>, links: PanelLinks): Block[] {
  const rows: (readonly [string, Text])[] = [];
  const stacks: Block[] = [];
  for (const [name, value] of fields) {
    const error = toError(value);
    if (error === undefined) {
      rows.push(...flatten(name, value).map(([label, element]) => [label, codeText(element)] as const));
      continue;
    }
    const { stack: _, ...rest } = value as Readonly<Record<string, unknown>>;
    rows.push(...flatten(name, rest).map(([label, element]) => [label, codeText(element)] as const));
    if (shownStacks.has(findFirstFrame(error.stack))) {
      const href = links.panel('exception');
      rows.push([`${name}.stack`, { text: 'that of the exception', ...(href === '' ? {} : { href }) }]);
    } else stacks.push({ kind: 'code', title: `"${name}.stack"`, language: 'text', text: error.stack, copy: true });
  }
  return [facts(rows), ...stacks];
}

const MAX_DEPTH = 3;

function flatten(name: string, value: unknown, depth = 0): [string, unknown][] {
  const entries = depth < MAX_DEPTH ? toEntries(value) : [];
  return entries.length === 0
    ? [[name, value]]
    : entries.flatMap(([key, element]) => flatten(`${name}.${key}`, element, depth + 1));
}

/** Returns the first frames of the exceptions that a profile shows, which identify their stacks. */
export function findStacks(exception: unknown): ReadonlySet<string> {
  const { exceptions } = (exception ?? {}) as { readonly exceptions?: readonly ShownException[] };
  const frames = toList(exceptions).map(({ frames }) => toList(frames)[0]);
  return new Set(frames.filter((frame) => frame !== undefined).map(({ file, line }) => `${toPath(file)}:${line}`));
}

interface ShownException {
  readonly frames?: readonly { readonly file: string; readonly line: number }[];
}

function findFirstFrame(stack: string): string {
  const [, called = '', line = '', closing] = /^[^\S\n]+at (.+?):(\d+)(?::\d+)?(\)?)$/m.exec(stack) ?? [];
  // The place may contain parentheses, too.
  const file = closing === ')' ? called.slice(called.indexOf(' (') + 2) : called;
  return `${toPath(file)}:${line}`;
}

function toPath(file: unknown): string {
  return String(file).replace(/^file:\/\//, '');
}

function toError(value: unknown): { readonly name: string; readonly stack: string } | undefined {
  if (typeof value !== 'object' || value === null || !('stack' in value)) return undefined;
  const { stack, type, name } = value as Readonly<Record<string, unknown>>;
  if (typeof stack !== 'string') return undefined;
  const label = [type, name].find((element) => typeof element === 'string' && element !== '');
  return { name: typeof label === 'string' ? label : 'Error', stack };
}
