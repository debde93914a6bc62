import type { ProfileData } from '../profile.ts';
import type { QueryTerm } from './profile-query.ts';

/**
 * The texts of a profile that a term on `header`, `body`, `log` or `sql` is about. What a collector that failed has left
 * in place of a list counts as nothing.
 */
export function dataTexts(data: ProfileData, { field, name, operator, value }: QueryTerm): readonly string[] {
  const { request, response, logs, spans } = data as Partial<ProfileData>;
  switch (field) {
    case 'header':
      return [...list(request?.headers), ...list(response?.headers)]
        .filter(([header]) => lower(header) === name)
        .map(([, content]) => content);
    case 'body':
      return [request?.body, response?.body].flatMap((body) => (body?.encoding === 'text' ? body.content : []));
    case 'log':
      if (operator === 'is' && isLevel(value)) return list(logs).map(({ level }) => level);
      return list(logs)
        .flatMap(({ message, context }) => [message, context])
        .filter((text) => typeof text === 'string');
    default:
      return list(spans)
        .filter(({ kind }) => kind === 'db')
        .map(({ details, name: title }) => (typeof details?.['sql'] === 'string' ? details['sql'] : title));
  }
}

/** Is it a level that `log:` asks for by its name, rather than a text? */
export function isLevel(value: unknown): boolean {
  return value === 'debug' || value === 'info' || value === 'notice';
}

function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
