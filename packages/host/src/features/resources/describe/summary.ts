import { withArticle } from '../model/article.ts';
import type { Operation } from '../model/operation.ts';

/** Returns the summary of an operation in an OpenAPI document: `List cities`, `Get a city`, `Create an author`. */
export function getSummary({ kind, name, resource, hasItem, method }: Operation): string {
  const one = withArticle(splitWords(resource.type));
  const many = splitWords(resource.name);
  if (kind === 'custom')
    return `${capitalize(splitWords(name.slice(resource.name.length + 1)))}: ${hasItem ? one : many}`;
  if (kind === 'list' || kind === 'bulk') return `${method === 'QUERY' ? 'Query' : VERBS[kind]} ${many}`;
  return `${VERBS[kind]} ${one}`;
}

const VERBS = {
  list: 'List',
  get: 'Get',
  create: 'Create',
  replace: 'Replace',
  patch: 'Update',
  delete: 'Delete',
  bulk: 'Update several',
} as const;

/** Splits an identifier into words: `SecretNote` and `secret-note` become `secret note`, `ISBNRecord` becomes `ISBN record`. */
export function splitWords(identifier: string): string {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]?[^A-Z]*$/.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

/** Returns words with a capital letter at the beginning. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
