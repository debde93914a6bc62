import type { RateLimitSettings } from './rate-limit.ts';
import { isWhole } from './validate-limit.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Reports a value of `perProcess` that is no boolean. */
export function* validatePerProcess(perProcess: unknown, place: string): Generator<ConfigIssue> {
  if (perProcess === undefined || typeof perProcess === 'boolean') return;
  yield issue(
    'ORIEL_CONFIG_CHOICE',
    `${place}.perProcess`,
    `${formatValue(perProcess)} is not a choice`,
    'Choose true or false',
  );
}

/** What is wrong with where something is counted, and what holds while it cannot be. */
export function* validateLimitStore(
  { store, failure, timeout }: RateLimitSettings,
  place: string,
): Generator<ConfigIssue> {
  if (store !== undefined && typeof store?.take !== 'function')
    yield issue(
      'ORIEL_CONFIG_LIMIT_STORE',
      `${place}.store`,
      `It is ${formatValue(store)}`,
      'Give a LimitStore, such as redisLimitStore(client), or leave it out for memory',
    );
  if (failure !== undefined && failure !== 'open' && failure !== 'closed')
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      `${place}.failure`,
      `${formatValue(failure)} is not a choice`,
      'Choose "open" or "closed"',
    );
  if (timeout !== undefined && !isWhole(timeout, 1, 60_000))
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      `${place}.timeout`,
      `It is ${formatValue(timeout)}`,
      'Give milliseconds from 1 to 60000',
    );
}
