import type { ProfileData } from '../profile.ts';
import type { QueryTerm } from './profile-query.ts';

/**
 * Returns the texts that a term on `header`, `body`, `log` or `sql` searches. The lists of a failed collector count as empty.
 */
export function dataTexts(data: ProfileData, { field, name, operator, value }: QueryTerm): readonly string[] {
  const { request, response, logs, spans } = data as Partial<ProfileData>;
  switch (field) {
    case 'header':
      return [...list(request?.headers), ...list(response?.headers)]
        .filter(([header]) => lowerAscii(header) === name)
        .map(([, content]) => content);
    case 'body':
      return [request?.body, response?.body].flatMap((body) => (body?.encoding === 'text' ? body.content : []));
    case 'log':
      if (operator === 'is' && isExactLevel(value)) return list(logs).map(({ level }) => level);
      return list(logs)
        .flatMap(({ message, context }) => [message, context])
        .filter((text) => typeof text === 'string');
    default:
      return list(spans)
        .filter(({ kind }) => kind === 'db')
        .map(({ details, name: title }) => (typeof details?.['sql'] === 'string' ? details['sql'] : title));
  }
}

/** Whether a value of `log:` is a level that is matched exactly, not a text. */
export function isExactLevel(value: unknown): boolean {
  return EXACT_LEVELS.has(value);
}

const EXACT_LEVELS: ReadonlySet<unknown> = new Set(['debug', 'info', 'notice', 'critical', 'alert', 'emergency']);

function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** Converts only A–Z to lower case, as SQLite does for comparisons. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
