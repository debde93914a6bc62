import type { QueryTerm } from '../../store/search/profile-query.ts';

/**
 * Returns a path with `:n` in place of segments that are numbers or identifiers with digits. It groups requests without a route,
 * such as those of files and of paths that do not exist.
 */
export function replaceNumbers(path: string): string {
  return path
    .slice(0, MAX_PATH_LENGTH)
    .split('/', MAX_SEGMENTS)
    .map((segment) => (VALUE.test(segment) && !LITERAL.test(segment) ? NUMBER : segment))
    .join('/');
}

/** Returns conditions for the paths of a template. They match other paths that have the same words in the same positions as well. */
export function matchTemplate(template: string): readonly Pick<QueryTerm, 'field' | 'operator' | 'value'>[] {
  const [first = '', ...rest] = template.split(NUMBER);
  if (rest.length === 0) {
    const isCut = first.length >= MAX_PATH_LENGTH || first.split('/').length >= MAX_SEGMENTS;
    return [{ field: 'path', operator: isCut ? 'starts' : 'is', value: first }];
  }
  const words = rest.filter((part) => part !== '' && part !== '/').slice(0, MAX_WORDS);
  return [
    { field: 'path', operator: 'starts', value: first },
    ...words.map((value) => ({ field: 'path', operator: 'contains', value }) as const),
  ];
}

const NUMBER = ':n';
const MAX_PATH_LENGTH = 200;
const MAX_SEGMENTS = 12;
const MAX_WORDS = 4;
const VALUE = /\d/;
// Versions, and files such as logo-2.png.
const LITERAL = /^v\d{1,3}$|\.[a-z][a-z\d]{1,7}$/i;
