import { formatBytes, formatStatusCode } from '../view/render/format.ts';
import type { ProfileSummary } from '../profile/profile.ts';
import { clockTime, printable } from 'oriel-core/trace';
import { style } from 'oriel-core/cli';

// Values from clients are escaped.
const COLUMNS: readonly (readonly [head: string, getCell: (summary: ProfileSummary) => string])[] = [
  ['status', ({ status }) => style(getColor(status), formatStatusCode(status))],
  ['method', ({ method }) => printable(method, 20)],
  ['took', ({ duration }) => formatDuration(duration)],
  ['database', ({ dbCount, dbTime }) => (dbCount > 0 ? `db ${dbCount}/${Math.round(dbTime)}ms` : '')],
  ['size', ({ bytes }) => formatBytes(bytes)],
  ['ip', ({ ip }) => printable(ip, 45)],
  ['time', ({ time }) => clockTime(time)],
  ['token', ({ token }) => style('bold', token)],
  ['application', ({ app }) => printable(app, 40)],
  ['url', (summary) => [printable(summary.url, 200), ...listFlags(summary)].join('  ')],
];

/** The column headings of `profileCells`. */
export const PROFILE_HEADS = COLUMNS.map(([head]) => style('dim', head));

/** Returns the table cells of a profile. */
export function profileCells(summary: ProfileSummary): string[] {
  return COLUMNS.map(([, getCell]) => getCell(summary));
}

function listFlags({ findings, errors, warnings, aborted }: ProfileSummary): string[] {
  const flags = [
    ...findings.map((code) => (code === 'n1' ? 'N+1' : printable(code, 40))),
    ...(errors > 0 ? [`✖${errors}`] : []),
    ...(warnings > 0 ? [`⚠${warnings}`] : []),
    ...(aborted ? ['aborted'] : []),
  ];
  return flags.map((flag) => style('yellow', flag));
}

function getColor(status: number): 'red' | 'yellow' | 'cyan' | 'green' {
  if (status >= 500) return 'red';
  return status >= 400 || status === 0 ? 'yellow' : status >= 300 ? 'cyan' : 'green';
}

function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : `${(milliseconds / 1000).toFixed(1)}s`;
}
