import { finding, milliseconds } from './facts.ts';
import type { Rule } from './facts.ts';

/** Nothing was recorded for some time before this request, so requests are missing in the list. */
export const recordingPausedRule: Rule = ({ data: { pause } }) =>
  pause &&
  finding(
    'recording-paused',
    'warning',
    'timeline',
    `Recording paused for ${milliseconds(pause.milliseconds)} before this request, because the event loop was overloaded: ${count(pause.requests)} not recorded`,
  );

function count(requests: number): string {
  return requests === 1 ? '1 request was' : `${requests} requests were`;
}
