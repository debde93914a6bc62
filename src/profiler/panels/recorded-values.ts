import { MASK } from '../../core/http/sensitive.ts';
import type { HeaderLine, Profile } from '../profile.ts';
import type { Decision } from '../../core/trace/trace.ts';
import type { Text, Tone } from './view-model.ts';

/** A list that was recorded; none when its collector failed, or when it is of another version. */
export function toList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of an object that was recorded. */
export function toEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Why there is nothing: what a collector that failed left in the place of its data. */
export function findFailure(value: unknown): string | undefined {
  const failed = typeof value === 'object' && value !== null && 'failed' in value ? value.failed : undefined;
  return typeof failed === 'string' ? failed : undefined;
}

/** A recorded value in one line of text: texts as they are, anything else as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/** A recorded text in the type of code. */
export function codeText(value: unknown, tone?: Tone): Text {
  return { text: typeof value === 'number' ? value : formatValue(value), mono: true, tone };
}

/** What was decided first about a subject: a request that is forwarded from inside decides after this one. */
export function findDecision(data: Profile['data'], subject: string): Decision | undefined {
  return toList(data.decisions).find((each) => each.subject === subject);
}

/** A header as it was sent; those of one name are one. */
export function findHeader(lines: readonly HeaderLine[] | undefined, name: string): string | undefined {
  const found = toList(lines).filter(([each]) => each.toLowerCase() === name);
  return found.length === 0 ? undefined : found.map(([, value]) => value).join(', ');
}

/** Pairs as facts, by name, those of one name in the order they came; what was redacted says so. */
export function formatPairs(lines: readonly HeaderLine[], sorted = false): (readonly [string, Text])[] {
  const rows = sorted ? lines.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase())) : lines;
  return rows.map(([name, value]) => [name, valueText(value)]);
}

function valueText(value: string): Text {
  if (value === '') return { text: '(empty)', tone: 'muted' };
  if (!value.includes(MASK)) return codeText(value);
  return { text: value, mono: true, tone: 'muted', title: 'A secret was taken out before this was stored' };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
