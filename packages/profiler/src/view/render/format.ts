import { reasonPhrase } from 'oriel-core/http';
import type { Tone } from '../../profile/view-model.ts';
import type { MatchCount } from '../../store/search/profile-query.ts';
import { Date } from 'oriel-core/builtins';

/** Formats milliseconds for lists: `0.4 ms`, `48 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(duration: number): string {
  if (!Number.isFinite(duration)) return '–';
  if (duration < 9.95) return `${duration.toFixed(1)} ms`;
  if (duration < 999.5) return `${Math.round(duration)} ms`;
  if (duration < 59_950) return `${(duration / 1000).toFixed(1)} s`;
  const seconds = Math.round(duration / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a number of bytes: `812 B`, `1.5 KB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${round(bytes / 1024)} KB`;
  return bytes < 1024 ** 3 ? `${round(bytes / 1024 ** 2)} MB` : `${round(bytes / 1024 ** 3)} GB`;
}

function round(number: number): string {
  return number < 10 ? number.toFixed(1).replace('.0', '') : String(Math.round(number));
}

/** Formats the time of day, in the host's time zone: `14:02:51`. */
export function formatTimeOfDay(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** Formats date and time, in the host's time zone: `21 Nov 2026, 14:02:51`. */
export function formatDateTime(time: number): string {
  const [, month, day, year] = new Date(time).toDateString().split(' ');
  return `${Number(day)} ${month} ${year}, ${formatTimeOfDay(time)}`;
}

/** Formats the age of a time: `8s`, `4m`, `3h`, `2d`. */
export function formatAge(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** Returns the tone of a status code; 0 if no response was sent. */
export function getStatusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400 || status === 0) return 'warning';
  return status >= 300 ? 'info' : 'good';
}

/** Formats a status code for a list: `200`, or `none` if no response was sent. */
export function formatStatusCode(status: number): string {
  return status === 0 ? 'none' : String(status);
}

/** Formats a status code with its reason phrase: `200 OK`, `Error 404 Not Found` from 400, or `No response`. */
export function formatStatus(status: number): string {
  if (status === 0) return 'No response';
  return `${status >= 400 ? 'Error ' : ''}${status} ${reasonPhrase(status)}`;
}

/** Formats the number of results: `37 results found (10 shown)`. */
export function formatResultCount({ count, exact, requests }: MatchCount, shown: number): string {
  const least = exact ? '' : '≥ ';
  const all = requests === undefined ? '' : `, for about ${least}${formatEstimate(requests)} requests`;
  return `${least}${count} results found${exact && count === shown ? '' : ` (${shown} shown)`}${all}`;
}

/** Formats an estimated number with two significant digits: `1,200`. */
export function formatEstimate(number: number): string {
  return Number(number.toPrecision(2)).toLocaleString('en-US');
}

/** Returns the short name of a finding: `N+1`, `slow query`. */
export function formatFindingCode(code: string): string {
  return code === 'n1' ? 'N+1' : code.replaceAll('-', ' ');
}

/** Formats milliseconds for panels, with more precision: `0.42 ms`, `12.3 ms`, `1.24 s`. */
export function formatMilliseconds(value: number): string {
  if (!Number.isFinite(value) || value < 0) return '–';
  if (value < 0.995) return `${value.toFixed(2)} ms`;
  if (value < 99.95) return `${value.toFixed(1)} ms`;
  if (value < 999.5) return `${Math.round(value)} ms`;
  return value < 59_995 ? `${(value / 1000).toFixed(2)} s` : `${(value / 60_000).toFixed(1)} min`;
}

/** Formats a number with its noun: `1 query`, `2 queries`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
