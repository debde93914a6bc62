import { JSON } from 'oriel-core/builtins';
import { tryRead } from 'oriel-core/errors';
import { MASK } from 'oriel-core/redaction';
import type { Span } from 'oriel-core/trace';
import type { HeaderLine } from '../../profile/profile.ts';
import type { PanelLinks, Text, Tone } from '../../profile/view-model.ts';
import { sumDurations } from '../../record/findings/queries.ts';
import { formatMilliseconds } from '../render/format.ts';
import type { Fact, Metric } from './blocks.ts';

/** Formats a recorded value: strings unchanged, other values as JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/** Returns the value of a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  return tryRead(() => JSON.parse(text) as unknown, undefined);
}

/** Returns a recorded value as text in a code font. */
export function codeText(value: unknown, tone?: Tone): Text {
  return { text: typeof value === 'number' ? value : formatValue(value), mono: true, tone };
}

/** Returns a recorded value as text in a code font, or what is shown without one. */
export function codeOr(value: unknown, placeholder: string): Text {
  return value === undefined ? { text: placeholder, tone: 'muted' } : codeText(value);
}

/** Returns a statement of SQL as text that is highlighted. */
export function sqlText(sql: string): Text {
  return { text: sql, mono: true, language: 'sql' };
}

/** Returns name–value pairs as facts, optionally sorted by name. Masked values have a tooltip. */
export function formatPairs(lines: readonly HeaderLine[], sorted = false): Fact[] {
  const rows = sorted ? lines.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase())) : lines;
  return rows.map(([name, value]) => [name, formatPairValue(value)]);
}

function formatPairValue(value: string): Text {
  if (value === '') return { text: '(empty)', tone: 'muted' };
  if (!value.includes(MASK)) return codeText(value);
  return { text: value, mono: true, tone: 'muted', title: 'A secret was masked before this was stored' };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Creates the metric with the total time of spans. */
export function totalTimeMetric(spans: readonly Span[], noun: string): Metric {
  return ['Total time', formatMilliseconds(sumDurations(spans)), `Sum of all ${noun}, which may have run concurrently`];
}

/** Returns the outcome of a span: that it failed or is still running, otherwise its result. */
export function formatOutcome({ duration, error }: Span, result: Text): Text {
  if (error !== undefined) return { text: 'failed', tone: 'bad', badge: true };
  return duration < 0 ? { text: 'still running', tone: 'muted' } : result;
}

/** Returns a position such as `src/cart.ts:41` with a link to its source. */
export function placeText(location: unknown, links: PanelLinks): Text {
  const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(String(location)) ?? [];
  const href = file === undefined ? undefined : links.source(file, Number(line));
  return href === undefined ? codeText(location) : { text: String(location), mono: true, href };
}
