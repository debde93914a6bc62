import { escapeUnprintable } from './escape-unprintable.ts';

/** Escapes control, direction and invisible characters and line breaks, so that a text cannot move the cursor, ring the bell or forge a line. */
export function printable(text: string, longest = 500): string {
  const safe = escapeUnprintable(text).replace(/[\t\n\r]/g, (space) => `\\x0${space.charCodeAt(0).toString(16)}`);
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

/** Formats a time as HH:MM:SS in the local time zone. */
export function clockTime(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
