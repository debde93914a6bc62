import type { CallSite } from '../trace/call-site.ts';

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
      `The host cannot start: ${issues.length} ${issues.length === 1 ? 'thing is' : 'things are'} wrong with its configuration\n\n${issues.map(describeIssue).join('\n\n')}\n`,
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
export function issue(code: string, place: string, reason: string, fix: string): ConfigIssue {
  return { code, place, reason, fix };
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
