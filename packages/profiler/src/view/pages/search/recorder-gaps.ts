import type { ProfileSummary } from '../../../profile/profile.ts';
import type { RecordedPause } from '../../../profile/recorded-features.ts';
import { formatDuration } from '../../render/format.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/** Requests that were not recorded before the first request after a pause of the recorder. */
export interface RecorderGap extends RecordedPause {
  /** The profile of the first request after the pause. */
  readonly token: string;
}

/** Returns the pauses of the recorder before profiles of a list, at most 20. */
export async function findGaps(
  storage: Pick<ProfileStorage, 'read'>,
  rows: readonly Pick<ProfileSummary, 'token' | 'findings'>[],
): Promise<readonly RecorderGap[]> {
  const gaps: RecorderGap[] = [];
  for (const { token } of rows.filter(({ findings }) => findings.includes('recording-paused')).slice(0, MAX_GAPS)) {
    const pause = (await storage.read(token))?.data.pause;
    if (pause !== undefined)
      gaps.push({ token, requests: Number(pause.requests), milliseconds: Number(pause.milliseconds) });
  }
  return gaps;
}

/** Returns a sentence about a pause of the recorder. */
export function describeGap({ requests, milliseconds }: RecordedPause): string {
  const what = requests === 1 ? '1 request was not recorded' : `${requests} requests were not recorded`;
  return `${what} during ${formatDuration(milliseconds)}: recording paused, because the event loop was overloaded`;
}

const MAX_GAPS = 20;
