import type { Finding, ProfileSummary } from '../../profile/profile.ts';

/** What the toolbar shows of the request of its page. Times are milliseconds, that of the request since the epoch. */
export type ToolbarData = ReturnType<typeof createToolbarData>;

/**
 * Returns the data of the toolbar for a request whose response is about to be sent.
 * @param link the absolute URL of the profile
 */
export function createToolbarData(
  { summary, findings }: { readonly summary: ProfileSummary; readonly findings: readonly Finding[] },
  link: string,
) {
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
