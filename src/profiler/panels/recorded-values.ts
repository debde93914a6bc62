import type { HeaderLine, Profile } from '../profile.ts';
import type { Decision } from '../../core/trace/trace.ts';
import type { Text, Tone } from './view-model.ts';

/** A list that was recorded; none when its collector failed, or when it is of another version. */
export function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of an object that was recorded. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Why there is nothing: what a collector that failed left in the place of its data. */
export function failureOf(value: unknown): string | undefined {
  const failed = typeof value === 'object' && value !== null && 'failed' in value ? value.failed : undefined;
  return typeof failed === 'string' ? failed : undefined;
}

/** A recorded value in one line of text: texts as they are, anything else as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/** A recorded text in the type of code. */
export function mono(value: unknown, tone?: Tone): Text {
  return { text: typeof value === 'number' ? value : shown(value), mono: true, tone };
}

/** What was decided first about a subject: a request that is forwarded from inside decides after this one. */
export function decisionOf(data: Profile['data'], subject: string): Decision | undefined {
  return listOf(data.decisions).find((each) => each.subject === subject);
}

/** A header as it was sent; those of one name are one. */
export function headerOf(lines: readonly HeaderLine[] | undefined, name: string): string | undefined {
  const found = listOf(lines).filter(([each]) => each.toLowerCase() === name);
  return found.length === 0 ? undefined : found.map(([, value]) => value).join(', ');
}
