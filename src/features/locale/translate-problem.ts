import { describeViolations } from '../../core/http/errors.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import type { ProblemDocument } from '../../core/http/problem.ts';
import type { Violation } from '../../core/http/errors.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * A problem document in another language (RFC 9457 §3.1.3 lets titles be localized): its title, its detail and its
 * violations, as far as they are Oriel's own. What the application wrote is the application's to translate.
 */
export function translateProblem(problem: ProblemDocument, catalogue: Catalogue): ProblemDocument {
  const { title, status, detail } = problem;
  const translated: ProblemDocument = {
    ...problem,
    title: title === reasonPhrase(status) ? (catalogue.status(status) ?? title) : catalogue.text(title),
  };
  const told = problem['errors'];
  const errors = isViolations(told)
    ? told.map((each): Violation => ({ ...each, detail: catalogue.text(each.detail) }))
    : undefined;
  if (errors) translated['errors'] = errors;
  if (typeof detail === 'string') translated.detail = detailOf(detail, told, errors, catalogue);
  return translated;
}

// A list of violations stands in the detail as well, alone or behind a word.
function detailOf(
  detail: string,
  told: unknown,
  errors: readonly Violation[] | undefined,
  catalogue: Catalogue,
): string {
  if (errors === undefined) return catalogue.text(detail);
  const english = describeViolations(told as readonly Violation[]);
  if (english === '' || !detail.endsWith(english)) return catalogue.text(detail);
  const before = detail.slice(0, detail.length - english.length);
  const violations = describeViolations(errors);
  if (before === '') return violations;
  return catalogue.text(`${before}…`).replace('…', () => violations);
}

function isViolations(value: unknown): value is readonly Violation[] {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === 'object' && each !== null && typeof (each as Violation).detail === 'string')
  );
}
