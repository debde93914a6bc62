import type { RecordedLog } from '../profile.ts';
import { finding } from './facts.ts';
import type { Rule } from './facts.ts';

const MANY = 5;

/** Something went wrong that the answer does not show. */
export const loggedErrorsRule: Rule = ({ summary, logs }) => {
  // A failed request logs its own failure, in the channel of the host.
  const itsOwn = (log: RecordedLog): boolean => summary.status >= 400 && log.channel === 'request';
  const errors = logs.filter((log) => ERRORS.has(log.level) && !itsOwn(log));
  if (errors.length === 0 || summary.status >= 500) return undefined;
  return finding(
    'logged-errors',
    'warning',
    'logs',
    `${count(errors.length, 'error')} logged although the answer was ${summary.status}: ${first(errors)}`,
  );
};

export const loggedWarningsRule: Rule = ({ logs }) => {
  const warnings = logs.filter(({ level }) => level === 'warning');
  if (warnings.length < MANY) return undefined;
  return finding(
    'logged-warnings',
    'info',
    'logs',
    `${count(warnings.length, 'warning')} logged, the first: ${first(warnings)}`,
  );
};

const ERRORS = new Set(['error', 'critical', 'alert', 'emergency']);

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function first([log]: readonly RecordedLog[]): string {
  return log!.message.replace(/\s+/g, ' ').slice(0, 160);
}
