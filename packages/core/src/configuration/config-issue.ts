import type { CallSite } from '../trace/call-site.ts';
import { didYouMean } from '../http/did-you-mean.ts';

/** One issue of a configuration. */
export interface ConfigIssue {
  /** A stable identifier: `ORIEL_CONFIG_…`, `ORIEL_ROUTE_…`. */
  readonly code: string;
  /** The path in the definition: `routes[3] "city"`. */
  readonly place: string;
  readonly reason: string;
  readonly fix: string;
  /** Where it was declared, if known. */
  readonly at?: CallSite | undefined;
}

/** Thrown when a host cannot start because of its configuration; has all issues. */
export class HostConfigError extends TypeError {
  readonly code = 'ORIEL_CONFIG';
  readonly issues: readonly ConfigIssue[];

  constructor(issues: readonly ConfigIssue[]) {
    super(
      `The host cannot start: its configuration has ${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}\n\n${issues.map(describeIssue).join('\n\n')}\n`,
    );
    this.name = 'HostConfigError';
    this.issues = issues;
  }
}

/** Formats an issue as text of several lines. */
export function describeIssue({ code, place, reason, fix, at }: ConfigIssue): string {
  const where = at ? `\n    at  ${at.file}:${at.line}:${at.column}` : '';
  return `  ${place}  [${code}]\n    ${reason}\n    fix: ${fix}${where}`;
}

/** Creates an issue. */
export function issue(code: string, path: string, reason: string, fix: string): ConfigIssue {
  return { code, place: path, reason, fix };
}

/** Formats a value for the message of an issue, in one short line. */
export function formatValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype) {
    return Array.isArray(value) ? 'a list' : `a ${value.constructor?.name ?? 'value'}`;
  }
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 80);
  } catch {
    return `a ${typeof value}`;
  }
}

/** Reports the unknown keys of an object, each with the known key that is most similar. */
export function* validateUnknownKeys(object: object, known: readonly string[], prefix: string): Generator<ConfigIssue> {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    yield issue('ORIEL_CONFIG_KEY', prefix + key, `Unknown setting "${key}"`, suggestName(key, known));
  }
}

/** Returns the fix for an unknown name: a similar one, or all known ones. */
export function suggestName(given: unknown, known: readonly string[]): string {
  const meant = typeof given === 'string' ? didYouMean(given, known) : undefined;
  return meant === undefined ? `Use one of: ${known.join(', ')}` : `Did you mean "${meant}"?`;
}
