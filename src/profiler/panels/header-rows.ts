import { MASK } from '../../core/http/sensitive.ts';
import type { HeaderLine } from '../profile.ts';
import type { Text } from './view-model.ts';
import { mono } from './recorded-values.ts';

/** Pairs as facts, by name, those of one name in the order they came; what was redacted says so. */
export function pairRows(lines: readonly HeaderLine[], sorted = false): (readonly [string, Text])[] {
  const rows = sorted ? lines.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase())) : lines;
  return rows.map(([name, value]) => [name, valueText(value)]);
}

function valueText(value: string): Text {
  if (value === '') return { text: '(empty)', tone: 'muted' };
  if (!value.includes(MASK)) return mono(value);
  return { text: value, mono: true, tone: 'muted', title: 'A secret was taken out before this was stored' };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
