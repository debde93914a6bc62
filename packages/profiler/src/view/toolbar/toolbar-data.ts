import type { Finding, ProfileSummary } from '../../profile/profile.ts';

/** What the toolbar shows of the request of its page. */
export interface ToolbarData {
  readonly token: string;
  /** The absolute URL of the profile. */
  readonly link: string;
  /** When the request was received, in milliseconds since the epoch. */
  readonly time: number;
  readonly status: number;
  /** Milliseconds until the head of the response was sent. */
  readonly duration: number;
  readonly queries: number;
  /** Milliseconds in the database. */
  readonly queryTime: number;
  readonly findings: readonly Pick<Finding, 'severity' | 'text' | 'panel'>[];
}

/** Returns the data of the toolbar for a request whose response is about to be sent. */
export function createToolbarData(
  { summary, findings }: { readonly summary: ProfileSummary; readonly findings: readonly Finding[] },
  link: string,
): ToolbarData {
  const { token, time, status, duration, dbCount, dbTime } = summary;
  return {
    token,
    link,
    time,
    status,
    duration: tenths(duration),
    queries: dbCount,
    queryTime: tenths(dbTime),
    findings: findings.map(({ severity, text, panel }) => ({ severity, text, panel })),
  };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
