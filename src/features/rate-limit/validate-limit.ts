import type { RequestLimit } from '../../core/http/request-limit.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** A limit that limits nothing, or that nobody can read. @param further keys that it may have where it stands */
export function* validateLimit(place: string, limit: unknown, further: readonly string[] = []): Generator<ConfigIssue> {
  if (typeof limit !== 'object' || limit === null || Array.isArray(limit)) {
    const fix = `Write { ${further.includes('name') ? "name: 'all', " : ''}limit: 600, per: 60 }`;
    return yield issue('ORIEL_CONFIG_LIMIT', place, `It is ${formatValue(limit)}`, fix);
  }
  yield* validateUnknownKeys(limit, [...further, 'limit', 'per', 'algorithm', 'by'], `${place}.`);
  const { limit: most, per, algorithm, by } = limit as Partial<RequestLimit>;
  if (!isWhole(most, 1, 1e9))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NUMBER',
      `${place}.limit`,
      `It is ${formatValue(most)}`,
      'Give a whole number of requests from 1 on',
    );
  if (!isWhole(per, 1, 31_536_000))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NUMBER',
      `${place}.per`,
      `It is ${formatValue(per)}`,
      'Give whole seconds, from 1 to those of a year',
    );
  const choices: [string, unknown, readonly string[]][] = [
    ['algorithm', algorithm, ['sliding-window', 'fixed-window', 'token-bucket']],
    ['by', by, ['address', 'user']],
  ];
  for (const [name, value, allowed] of choices)
    if (value !== undefined && !allowed.includes(value as string))
      yield issue(
        'ORIEL_CONFIG_CHOICE',
        `${place}.${name}`,
        `${formatValue(value)} is not a choice`,
        `Choose ${allowed.join(' or ')}`,
      );
}

/** Is it a whole number between these? */
export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
