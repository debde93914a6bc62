import { finding, milliseconds, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

const SLOW = 300;

/** A call to another server that kept the request waiting. */
export const slowCallRule: Rule = ({ spans }) => {
  const calls = spans.filter(({ kind, duration, error }) => kind === 'http' && duration > SLOW && error === undefined);
  const slowest = calls.toSorted((a, b) => b.duration - a.duration)[0];
  return (
    slowest &&
    finding(
      'slow-call',
      'warning',
      'http-client',
      `Slow outgoing call: ${quoted(slowest.name)} took ${milliseconds(slowest.duration)}`,
    )
  );
};

/** A call to another server that failed. */
export const failedCallRule: Rule = ({ spans }) => {
  const failed = spans.find(
    ({ kind, error, details }) => kind === 'http' && (error !== undefined || Number(details?.['status']) >= 500),
  );
  if (!failed) return undefined;
  const why =
    failed.error === undefined
      ? `answered ${String(failed.details?.['status'])}`
      : `failed: ${failed.error.slice(0, 200)}`;
  return finding('failed-call', 'warning', 'http-client', `Outgoing call ${quoted(failed.name)} ${why}`);
};
