import type { ReportIssue } from './mutable-model.ts';

const DEFAULT_MAX_CONDITIONS = 30;

/** Returns the maximum number of conditions in the filters of one query: that of the resource, the API or the default. */
export function resolveConditionLimit(
  api: number | undefined,
  own: number | undefined,
  reportIssue: ReportIssue,
): number {
  const value = own ?? api ?? DEFAULT_MAX_CONDITIONS;
  if (!Number.isSafeInteger(value) || value < 1)
    reportIssue(
      'maxConditions',
      `Expected a positive integer, got ${String(value)}`,
      `Set it to an integer of at least 1, or omit it for the default of ${DEFAULT_MAX_CONDITIONS}`,
      'ORIEL_RESOURCE_CONDITIONS',
    );
  return value;
}
