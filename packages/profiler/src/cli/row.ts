import { formatBytes, formatStatusCode } from '../view/render/format.ts';
import type { ProfileSummary } from '../profile/profile.ts';
import { clockTime, printable } from 'oriel-core/trace';
import { style } from 'oriel-core/cli';

/** Returns the table cells of a profile. Values from clients are escaped. */
export function profileCells(summary: ProfileSummary): string[] {
  const {
    status,
    ip,
    method,
    url,
    app,
    duration,
    dbCount,
    dbTime,
    bytes,
    time,
    token,
    findings,
    warnings,
    errors,
    aborted,
  } = summary;
  const flags = [
    ...findings.map((code) => (code === 'n1' ? 'N+1' : printable(code, 40))),
    ...(errors > 0 ? [`✖${errors}`] : []),
    ...(warnings > 0 ? [`⚠${warnings}`] : []),
    ...(aborted ? ['aborted'] : []),
  ];
  return [
    style(
      status >= 500 ? 'red' : status >= 400 || status === 0 ? 'yellow' : status >= 300 ? 'cyan' : 'green',
      formatStatusCode(status),
    ),
    printable(method, 20),
    formatDuration(duration),
    dbCount > 0 ? `db ${dbCount}/${Math.round(dbTime)}ms` : '',
    formatBytes(bytes),
    printable(ip, 45),
    clockTime(time),
    style('bold', token),
    printable(app, 40),
    [printable(url, 200), ...flags.map((flag) => style('yellow', flag))].join('  '),
  ];
}

/** The column headings of `profileCells`. */
export const PROFILE_HEADS = [
  'status',
  'method',
  'took',
  'database',
  'size',
  'ip',
  'time',
  'token',
  'application',
  'url',
].map((head) => style('dim', head));

function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : `${(milliseconds / 1000).toFixed(1)}s`;
}
