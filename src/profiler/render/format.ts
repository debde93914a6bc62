import { reasonPhrase } from '../../core/http/status.ts';
import type { Tone } from '../panels/view-model.ts';

/** Milliseconds as people say them: `0.4 ms`, `48 ms`, `1.2 s`, `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return '–';
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Bytes: `0 B`, `812 B`, `12 KB`, `3.1 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_023_500) return `${bytes < 10_189 ? (bytes / 1024).toFixed(1) : Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** HH:MM:SS, local time of the host. */
export function clockText(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** Day and clock: `21 Nov 2026, 14:02:51`. */
export function momentText(time: number): string {
  const [, month, day, year] = new Date(time).toDateString().split(' ');
  return `${Number(day)} ${month} ${year}, ${clockText(time)}`;
}

/** How long ago: `8s`, `4m`, `3h`, `2d`. */
export function agoText(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** The colour a status is told by, besides its number. */
export function statusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'info' : 'good';
}

/** `Error 404 Not Found` for what failed, `200 OK` for the rest. */
export function statusTitle(status: number): string {
  return `${status >= 400 ? 'Error ' : ''}${status} ${reasonPhrase(status)}`;
}

/** `37 results found (10 shown)`. */
export function foundText(matched: { readonly count: number; readonly exact: boolean }, shown: number): string {
  const count = `${matched.exact ? '' : '≥ '}${matched.count}`;
  return `${count} results found${matched.exact && matched.count === shown ? '' : ` (${shown} shown)`}`;
}

/** What a finding is called where there is little room. */
export function findingText(code: string): string {
  return code === 'n1' ? 'N+1' : code.replaceAll('-', ' ');
}
