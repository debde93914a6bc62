import { describeViolations } from '../../core/http/errors.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import type { ProblemDocument } from '../../core/http/problem.ts';
import type { Violation } from '../../core/http/errors.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * Translates the title, the detail and the violations of a problem document (RFC 9457 §3.1.3). Texts of the application are
 * not translated.
 */
export function translateProblem(problem: ProblemDocument, catalogue: Catalogue): ProblemDocument {
  const { title, status, detail } = problem;
  const translated: ProblemDocument = {
    ...problem,
    title: title === reasonPhrase(status) ? (catalogue.status(status) ?? title) : catalogue.text(title),
  };
  const englishErrors = problem['errors'];
  const errors = isViolations(englishErrors)
    ? englishErrors.map((each): Violation => ({ ...each, detail: catalogue.text(each.detail) }))
    : undefined;
  if (errors) translated['errors'] = errors;
  if (typeof detail === 'string') translated.detail = detailOf(detail, englishErrors, errors, catalogue);
  return translated;
}

// The detail may end with the list of violations, which is translated separately.
function detailOf(
  detail: string,
  englishErrors: unknown,
  errors: readonly Violation[] | undefined,
  catalogue: Catalogue,
): string {
  if (errors === undefined) return catalogue.text(detail);
  const english = describeViolations(englishErrors as readonly Violation[]);
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
