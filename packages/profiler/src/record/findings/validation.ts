import { finding, list, readJson } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

interface Violation {
  readonly pointer?: unknown;
  readonly parameter?: unknown;
  readonly propertyPath?: unknown;
  readonly detail?: unknown;
  readonly message?: unknown;
}

const MAX_NAMED = 3;

/** Reports the violations of an invalid request, with the place of each. */
export const validationRule: Rule = (facts) => {
  const { status } = facts.summary;
  if (status !== 400 && status !== 422) return undefined;
  const problem = readJson(facts, LONGEST) as Readonly<Record<string, unknown>> | null | undefined;
  const violations = [problem?.['errors'], problem?.['violations']].find((value): value is Violation[] =>
    Array.isArray(value),
  );
  const named = (violations ?? []).slice(0, MAX_NAMED).map(getName);
  if (named.length === 0) {
    const detail = problem?.['detail'];
    return typeof detail === 'string' && detail !== ''
      ? finding('validation', 'warning', getPanel(facts), `${status}: ${line(detail)}`)
      : undefined;
  }
  const more = violations!.length > MAX_NAMED ? ` and ${violations!.length - MAX_NAMED} more` : '';
  return finding('validation', 'warning', getPanel(facts), `${status}: ${named.join('; ')}${more}`);
};

// Errors that the application created itself are only in the response.
function getPanel({ data }: Facts): 'validation' | 'response' {
  return list(data.run?.violations).length > 0 ? 'validation' : 'response';
}

function getName({ pointer, parameter, propertyPath, detail, message }: Violation): string {
  const path =
    [parameter, pointer, propertyPath].find((value) => typeof value === 'string' && value !== '') ?? '(body)';
  const what = [detail, message].find((value): value is string => typeof value === 'string');
  return `\`${line(String(path), 80)}\`${what === undefined ? '' : ` ${line(what, 100)}`}`;
}

const LONGEST = 100_000;

function line(text: string, most = 200): string {
  return text.replace(/\s+/g, ' ').slice(0, most);
}
