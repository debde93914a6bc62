import { finding, milliseconds } from './facts.ts';
import type { Rule } from './facts.ts';

/** The client left before it had its answer. A stream of events has no other end. */
export const abortedRule: Rule = ({ summary, data }) => {
  if (!summary.aborted || summary.contentType?.startsWith('text/event-stream')) return undefined;
  const length = Number(data.response?.headers?.find(([name]) => name.toLowerCase() === 'content-length')?.[1]);
  const sent = Number.isFinite(length) && length > summary.bytes ? `, ${summary.bytes} of ${length} bytes sent` : '';
  return finding('aborted', 'warning', 'response', `The client left after ${milliseconds(summary.duration)}${sent}`);
};
