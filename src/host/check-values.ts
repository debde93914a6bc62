import { LEVELS } from '../core/trace/logger.ts';
import type { HostConfig } from './config.ts';
import { issue, formatValue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Reports numeric settings with other values. */
export function* validateNumbers(config: HostConfig): Generator<ConfigIssue> {
  const numbers: [string, unknown][] = [
    ['graceMs', config.graceMs],
    ...Object.entries(config.limits ?? {}).map(([key, value]): [string, unknown] => [`limits.${key}`, value]),
  ];
  for (const [place, value] of numbers) {
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) continue;
    yield issue('ORIEL_CONFIG_NUMBER', place, `It is ${formatValue(value)}`, 'Give a number of zero or more');
  }
}

/** Reports settings that are not one of their choices. */
export function* validateChoices(config: HostConfig): Generator<ConfigIssue> {
  const log = config.log === false ? undefined : config.log;
  const choices: [string, unknown, readonly unknown[]][] = [
    ['access', config.access, ['public']],
    ['query', config.query, ['strict', 'lenient']],
    ['hosts.www', config.hosts?.www, ['serve', 'add', 'remove']],
    ['hosts.unknown', config.hosts?.unknown, [400, 421]],
    ['log.level', log?.level, [...LEVELS, 'none']],
  ];
  for (const [place, value, allowed] of choices) {
    if (value === undefined || allowed.includes(value)) continue;
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      place,
      `${formatValue(value)} is not a choice`,
      `Choose ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`,
    );
  }
}
