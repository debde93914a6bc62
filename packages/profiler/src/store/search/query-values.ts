import { Date } from 'oriel-core/builtins';

/** Parses a number with a unit, such as `200`, `1.5s` or `10kb`. Returns undefined for an invalid number or unknown unit. */
export function parseAmount(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,6})?)([a-zµ]{0,5})$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = units[(unit ?? '').toLowerCase()];
  return factor === undefined ? undefined : Number(number) * factor;
}

export const DURATION_UNITS = { '': 1, us: 0.001, µs: 0.001, ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };
export const SIZE_UNITS = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
  gb: 1024 ** 3,
};
export const COUNT_UNITS = { '': 1 };
const AGO_UNITS = { ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A time range in milliseconds since the epoch, both ends included. A point in time has equal ends. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a date (the whole day), a date and time, a Unix timestamp in seconds or milliseconds, `now`, `today`, `yesterday`,
 * or an age such as `10m`. Dates and times without a time zone use that of the server.
 */
export function parseTime(text: string, now: number): TimeRange | undefined {
  const word = text.toLowerCase();
  if (word === 'now') return { from: now, to: now };
  if (word === 'today') return getDay(new Date(now));
  if (word === 'yesterday') {
    const date = new Date(now);
    return getDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1));
  }
  if (/^\d{9,15}(?:\.\d{1,6})?$/.test(text)) {
    const number = Number(text);
    const time = number < 1e11 ? number * 1000 : number;
    return { from: time, to: time };
  }
  const age = /[a-z]$/i.test(text) ? parseAmount(text, AGO_UNITS) : undefined;
  return age === undefined ? parseDate(text) : { from: now - age, to: now - age };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

function parseDate(text: string): TimeRange | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((element) => Number(element ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // `Date` would convert February 30 to March 2.
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(year, month, 0).getDate();
  if (!isDay || hour > 23 || minute > 59 || second > 59) return undefined;
  if (match[4] === undefined) return getDay(new Date(year, month - 1, day));
  const fraction = Math.floor(Number(match[7] ?? 0) * 1000);
  const local = new Date(year, month - 1, day, hour, minute, second, fraction).getTime();
  const zone = match[8];
  const from =
    zone === undefined ? local : Date.UTC(year, month - 1, day, hour, minute, second, fraction) - getOffset(zone);
  // A time without seconds is the whole minute, one without a fraction the whole second.
  const precision = match[6] === undefined ? 59_999 : match[7] === undefined ? 999 : 0;
  return { from, to: from + precision };
}

function getDay(date: Date): TimeRange {
  const from = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const to = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() - 1;
  return { from, to };
}

function getOffset(zone: string): number {
  if (/z/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
