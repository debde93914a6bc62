import { BUDGET_FINDINGS } from '../../profile/finding-codes.ts';
import type { ProfileSummary } from '../../profile/profile.ts';
import { getRoute, hasTemplate } from '../routes/group-by-route.ts';
import type { RouteGroups } from '../routes/group-by-route.ts';

/** What the requests of a route may do. It has no times, which differ between machines. */
export interface RouteBudget {
  readonly app: string;
  /** The method and the route template, such as `GET /orders/:id`. */
  readonly name: string;
  /** The largest number of queries of a request. */
  readonly queries: number;
  /** The largest number of outgoing calls of a request. */
  readonly calls: number;
  /** The kinds of errors: classes of exceptions, or statuses such as `status 503`, in alphabetical order. */
  readonly errors: readonly string[];
  /** The codes of findings in alphabetical order. */
  readonly findings: readonly string[];
}

/** Routes by application and name. */
export type Budgets = ReadonlyMap<string, RouteBudget>;

/**
 * Measures the budget of each route. Requests for paths that do not exist are left out: tests choose them, and they would be routes that
 * are missing in the next run.
 */
export function measureBudgets({ groups }: Pick<RouteGroups, 'groups'>): Budgets {
  const budgets = new Map<string, RouteBudget>();
  for (const rows of groups.values()) {
    const [first] = rows as [ProfileSummary];
    if (!hasTemplate(first) && rows.every(({ status }) => status === 404)) continue;
    const budget = measureRoute(rows, first);
    const key = createBudgetKey(budget);
    const other = budgets.get(key);
    budgets.set(key, other === undefined ? budget : mergeBudgets(budget, other));
  }
  return budgets;
}

/** Returns the key of a route in {@link Budgets}. */
export function createBudgetKey({ app, name }: Pick<RouteBudget, 'app' | 'name'>): string {
  return `${app}\0${name}`;
}

/** The maximum number of characters of the names that a budget has. They are recorded. */
export const MAX_NAME_LENGTH = 300;
const MAX_KINDS = 20;

function measureRoute(rows: readonly ProfileSummary[], first: ProfileSummary): RouteBudget {
  const failed = rows.filter(({ status, errors }) => status >= 500 || errors > 0);
  const findings = rows.flatMap((row) => row.findings.filter((code) => BUDGET_FINDINGS.has(code)));
  return {
    app: shortenName(first.app),
    name: shortenName(`${first.method} ${getRoute(first)}`),
    queries: findLargest(rows, ({ dbCount }) => dbCount),
    calls: findLargest(rows, ({ httpCount }) => httpCount),
    errors: listKinds(failed.map(describeError)),
    findings: listKinds(findings),
  };
}

function describeError({ exception, status }: ProfileSummary): string {
  return exception ?? (status >= 500 ? `status ${status}` : 'logged error');
}

// Names with the same beginning are one after they were shortened.
function mergeBudgets(one: RouteBudget, other: RouteBudget): RouteBudget {
  return {
    ...one,
    queries: Math.max(one.queries, other.queries),
    calls: Math.max(one.calls, other.calls),
    errors: listKinds([...one.errors, ...other.errors]),
    findings: listKinds([...one.findings, ...other.findings]),
  };
}

// Another process may have stored invalid numbers.
function findLargest(rows: readonly ProfileSummary[], get: (row: ProfileSummary) => number): number {
  return rows.reduce((most, row) => (Number.isSafeInteger(get(row)) ? Math.max(most, get(row)) : most), 0);
}

function listKinds(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(shortenName))].sort().slice(0, MAX_KINDS);
}

function shortenName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}
