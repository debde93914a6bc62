import { withArticle } from '../model/article.ts';
import type { Operation } from '../model/operation.ts';

/** Returns the summary of an operation in an OpenAPI document: `List cities`, `Get a city`, `Create an author`. */
export function summaryOf({ kind, name, resource, hasItem, method }: Operation): string {
  const one = withArticle(splitWords(resource.type));
  const many = splitWords(resource.name);
  switch (kind) {
    case 'list':
      return `${method === 'QUERY' ? 'Query' : 'List'} ${many}`;
    case 'get':
      return `Get ${one}`;
    case 'create':
      return `Create ${one}`;
    case 'replace':
      return `Replace ${one}`;
    case 'patch':
      return `Update ${one}`;
    case 'delete':
      return `Delete ${one}`;
    case 'bulk':
      return `Update several ${many}`;
    case 'custom':
      return `${capitalized(splitWords(name.slice(resource.name.length + 1)))}: ${hasItem ? one : many}`;
  }
}

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

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
