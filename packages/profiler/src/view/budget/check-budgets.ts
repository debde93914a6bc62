import { formatFindingCode } from '../render/format.ts';
import type { Budgets, RouteBudget } from './measure-budgets.ts';

export interface BudgetDifference {
  readonly app: string;
  readonly name: string;
  /** `unmeasured`: the route has a budget, but no request; `new`: it has no budget. */
  readonly result: 'worse' | 'unmeasured' | 'better' | 'new';
  /** What differs in a few words, such as `queries 3 → 64`. */
  readonly changes: readonly string[];
}

export interface BudgetCheck {
  readonly result: 'worse' | 'unmeasured' | 'good';
  /** The number of routes that have a budget and a request. */
  readonly measured: number;
  /** The routes that differ: those that became worse first. */
  readonly differences: readonly BudgetDifference[];
}

/**
 * Compares measured routes with their budgets. A route is worse if a request has more queries or calls than the budget, a finding or an
 * error that the budget does not have. A route without a budget is listed and does not fail the check: it has no earlier state.
 */
export function checkBudgets(measured: Budgets, budgets: Budgets): BudgetCheck {
  const differences: BudgetDifference[] = [];
  for (const [key, budget] of budgets) {
    const difference = compareRoute(measured.get(key), budget);
    if (difference !== undefined) differences.push(difference);
  }
  for (const [key, { app, name, ...route }] of measured)
    if (!budgets.has(key)) differences.push({ app, name, result: 'new', changes: describeRoute(route) });
  const has = (result: BudgetDifference['result']): boolean =>
    differences.some((difference) => difference.result === result);
  return {
    result: has('worse') ? 'worse' : has('unmeasured') || budgets.size === 0 ? 'unmeasured' : 'good',
    measured: [...budgets.keys()].filter((key) => measured.has(key)).length,
    differences: ORDER.flatMap((result) =>
      differences.filter((difference) => difference.result === result).sort(compareNames),
    ),
  };
}

const ORDER = ['worse', 'unmeasured', 'better', 'new'] as const;

function compareRoute(route: RouteBudget | undefined, budget: RouteBudget): BudgetDifference | undefined {
  const { app, name } = budget;
  if (route === undefined) return { app, name, result: 'unmeasured', changes: [] };
  const worse = [
    ...compareNumbers('queries', route.queries, budget.queries, 1),
    ...compareNumbers('calls', route.calls, budget.calls, 1),

    ...listMissing(route.findings, budget.findings).map((code) => `new finding: ${formatFindingCode(code)}`),
    ...listMissing(route.errors, budget.errors).map((kind) => `new error: ${kind}`),
  ];
  const better = [
    ...compareNumbers('queries', route.queries, budget.queries, -1),
    ...compareNumbers('calls', route.calls, budget.calls, -1),
    ...listMissing(budget.findings, route.findings).map((code) => `no longer: ${formatFindingCode(code)}`),
    ...listMissing(budget.errors, route.errors).map((kind) => `no longer: ${kind}`),
  ];
  if (worse.length > 0) return { app, name, result: 'worse', changes: [...worse, ...better] };
  return better.length > 0 ? { app, name, result: 'better', changes: better } : undefined;
}

function compareNumbers(name: string, measured: number, budget: number, sign: 1 | -1): readonly string[] {
  return Math.sign(measured - budget) === sign ? [`${name} ${budget} → ${measured}`] : [];
}

function listMissing(names: readonly string[], known: readonly string[]): readonly string[] {
  const found = new Set(known);
  return names.filter((name) => !found.has(name));
}

function describeRoute({ queries, calls, findings, errors }: Omit<RouteBudget, 'app' | 'name'>): readonly string[] {
  return [
    ...(queries > 0 ? [`queries ${queries}`] : []),
    ...(calls > 0 ? [`calls ${calls}`] : []),
    ...findings.map(formatFindingCode),
    ...errors,
  ];
}

function compareNames(one: BudgetDifference, other: BudgetDifference): number {
  const [first, second] = [`${one.app}\0${one.name}`, `${other.app}\0${other.name}`];
  return first < second ? -1 : first > second ? 1 : 0;
}
