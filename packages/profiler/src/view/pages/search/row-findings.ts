import { html, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { formatFindingCode } from '../../render/format.ts';

/** Returns the findings of a row. Findings that repeat the status or the exception are left out. */
export function listRowFindings({ findings, exception, status }: ProfileSummary) {
  const codes = findings.filter((code) => !REDUNDANT.has(code)).sort((a, b) => rank(a) - rank(b));
  return [
    ...(hasException({ exception, status }) ? [{ text: printableLine(exception!, 24), tone: 'bad' } as const] : []),
    ...codes.map((code) => ({ text: formatFindingCode(code), tone: 'warning' }) as const),
  ];
}

/** Renders the findings of a row: two, the number of the others, and the logged errors and warnings. */
export function renderRowFindings(row: ProfileSummary): (Html | false)[] {
  const findings = listRowFindings(row);
  const rest = findings.length - MAX_FINDINGS;
  return [
    row.pinned && html`<u>◆ pin</u>`,
    ...findings.slice(0, MAX_FINDINGS).map(({ text, tone }) => html`<u class="${tone}">${text}</u>`),
    rest > 0 && html`<u>+${rest}</u>`,
    row.aborted && html`<u class="warning">aborted</u>`,
    // The exception is what was logged.
    row.errors > (hasException(row) ? 1 : 0) && html`<b class="bad">✖${row.errors}</b>`,
    row.warnings > 0 && html`<b class="warning">⚠${row.warnings}</b>`,
  ];
}

function hasException({ exception, status }: Pick<ProfileSummary, 'exception' | 'status'>): boolean {
  // The process may have ended before a response.
  return exception !== undefined && (status >= 500 || status === 0);
}

/** Findings beyond these are counted. */
export const MAX_FINDINGS = 2;

const REDUNDANT: ReadonlySet<string> = new Set([
  'exception',
  'aborted',
  'logged-errors',
  'logged-warnings',
  'method-not-allowed',
  'unknown-host',
]);

// A symptom is a consequence of something else, or of no importance. Codes in neither list are between both.
const CAUSES: readonly string[] = [
  'failed-query',
  'validation',
  'refused',
  'limited',
  'n1',
  'repeated-writes',
  'duplicate-queries',
  'failed-call',
  'slow-query',
  'slow-call',
  'pool-wait',
];
const SYMPTOMS: readonly string[] = ['gap', 'uncompressed', 'trailing-slash', 'recording-paused', 'blocked'];

function rank(code: string): number {
  const cause = CAUSES.indexOf(code);
  if (cause >= 0) return cause;
  return CAUSES.length + 1 + SYMPTOMS.indexOf(code);
}
