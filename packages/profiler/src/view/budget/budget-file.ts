import { escapeUnprintable } from 'oriel-core/trace';
import { MAX_NAME_LENGTH, createBudgetKey } from './measure-budgets.ts';
import type { Budgets, RouteBudget } from './measure-budgets.ts';

export interface BudgetIssue {
  readonly reason: string;
  readonly fix: string;
}

/** The maximum size of a file with budgets in bytes. It has space for the longest names of as many profiles as are read. */
export const MAX_BUDGET_BYTES = 60_000_000;

/** Returns budgets as JSON with sorted keys and one line per route, so that a change of a route is a change of its line. */
export function formatBudgets(budgets: Budgets): string {
  const applications = Map.groupBy(budgets.values(), ({ app }) => app);
  const parts = sortByKey([...applications]).map(([app, routes]) => {
    const lines = sortByKey(routes.map((route) => [route.name, route] as const)).map(
      ([name, route]) => `      ${formatJson(name)}: ${formatRoute(route)}`,
    );
    return `    ${formatJson(app)}: {\n${lines.join(',\n')}\n    }`;
  });
  const content = parts.length === 0 ? '{}' : `{\n${parts.join(',\n')}\n  }`;
  return `{\n  "version": ${VERSION},\n  "applications": ${content}\n}\n`;
}

/** Reads the text of a file with budgets. Returns what is wrong with it if it is invalid. */
export function parseBudgets(text: string): { readonly budgets: Budgets } | { readonly issue: BudgetIssue } {
  try {
    return { budgets: readBudgets(text) };
  } catch (error) {
    if (!(error instanceof InvalidBudget)) throw error;
    return { issue: { reason: error.message, fix: error.fix } };
  }
}

const VERSION = 1;
const MAX_ROUTES = 20_000;
const MAX_LIST_LENGTH = 100;
const WRITE_AGAIN = 'Write the file with "oriel routes --save"';

class InvalidBudget extends Error {
  readonly fix: string;

  constructor(reason: string, fix = WRITE_AGAIN) {
    super(reason);
    this.fix = fix;
  }
}

function formatRoute({ queries, calls, errors, findings }: RouteBudget): string {
  const members = [
    `"queries": ${queries}`,
    ...(calls === 0 ? [] : [`"calls": ${calls}`]),
    ...(errors.length === 0 ? [] : [`"errors": ${formatList(errors)}`]),
    ...(findings.length === 0 ? [] : [`"findings": ${formatList(findings)}`]),
  ];
  return `{ ${members.join(', ')} }`;
}

function formatList(names: readonly string[]): string {
  return `[${names.map(formatJson).join(', ')}]`;
}

// Names are recorded: a reviewer must see characters that change the direction of text.
function formatJson(text: string): string {
  return escapeUnprintable(JSON.stringify(text), (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

// The order must not depend on the locale of the machine.
function sortByKey<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

function readBudgets(text: string): Budgets {
  const { version, applications } = readObject(parseJson(text), 'The file');
  if (version !== VERSION) {
    const isNewer = typeof version === 'number' && version > VERSION;
    throw new InvalidBudget(
      `"version" is ${describe(version)}; expected ${VERSION}`,
      isNewer ? 'Use the version of Oriel that wrote the file' : WRITE_AGAIN,
    );
  }
  const budgets = new Map<string, RouteBudget>();
  for (const [app, routes] of Object.entries(readObject(applications, '"applications"')))
    for (const [name, route] of Object.entries(readObject(routes, `"applications" → ${describe(app)}`))) {
      const budget = readRoute(app, name, route);
      budgets.set(createBudgetKey(budget), budget);
      if (budgets.size > MAX_ROUTES) throw new InvalidBudget(`It has more than ${MAX_ROUTES} routes`);
    }
  return budgets;
}

function readRoute(app: string, name: string, value: unknown): RouteBudget {
  const path = `${describe(name)} of ${describe(app)}`;
  if (app.length > MAX_NAME_LENGTH || name.length > MAX_NAME_LENGTH)
    throw new InvalidBudget(`The name ${path} has more than ${MAX_NAME_LENGTH} characters`);
  const { queries, calls = 0, errors = [], findings = [], ...rest } = readObject(value, path);
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new InvalidBudget(`${path} has the unknown member ${describe(unknown)}`, 'Remove it, or correct its name');
  return {
    app,
    name,
    queries: readNumber(queries, `"queries" of ${path}`),
    calls: readNumber(calls, `"calls" of ${path}`),
    errors: readNames(errors, `"errors" of ${path}`),
    findings: readNames(findings, `"findings" of ${path}`),
  };
}

function parseJson(text: string): unknown {
  if (CONFLICT.test(text))
    throw new InvalidBudget(
      'It has conflict markers of a merge',
      `Resolve the conflict, or ${lowerFirst(WRITE_AGAIN)}`,
    );
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InvalidBudget(`It is not JSON: ${shorten((error as Error).message)}`);
  }
}

const CONFLICT = /^(?:<<<<<<<|>>>>>>>) /m;

function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidBudget(`${path} is ${describe(value)}; expected an object`);
}

function readNumber(value: unknown, path: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new InvalidBudget(`${path} is ${describe(value)}; expected a whole number`, 'Write the largest number');
}

function readNames(value: unknown, path: string): readonly string[] {
  if (
    Array.isArray(value) &&
    value.length <= MAX_LIST_LENGTH &&
    value.every((name) => typeof name === 'string' && name.length <= MAX_NAME_LENGTH)
  )
    return value as string[];
  throw new InvalidBudget(`${path} is ${describe(value)}; expected a list of at most ${MAX_LIST_LENGTH} names`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  return Array.isArray(value)
    ? `a list of ${value.length}`
    : typeof value === 'object'
      ? String(value && 'an object')
      : shorten(formatJson(String(value)));
}

function shorten(text: string): string {
  const line = escapeUnprintable(text.replace(/\s+/g, ' '));
  return line.length <= 120 ? line : `${line.slice(0, 119).toWellFormed()}…`;
}

function lowerFirst(text: string): string {
  return text[0]!.toLowerCase() + text.slice(1);
}
