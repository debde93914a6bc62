import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { REST, SEGMENT, SegmentTrie } from './segment-trie.ts';

test('only routes whose text agrees up to a parameter or a dot are candidates', () => {
  const trie = new SegmentTrie();
  const shapes: Record<string, readonly string[]> = {
    books: ['/api/books', `/api/books.${SEGMENT}`],
    book: [`/api/books/${SEGMENT}`, `/api/books/${SEGMENT}.${SEGMENT}`],
    cities: ['/api/cities', `/api/cities.${SEGMENT}`],
    archive: [`/api/books.old.${SEGMENT}`],
    sizes: [`/api/${SEGMENT}x${SEGMENT}`],
    files: [`/api/files/${REST}`],
  };
  for (const [order, [name, element]] of Object.entries(shapes).entries())
    trie.insert({ name, order } as never, element);
  const find = (path: string): string[] => trie.find(path).map((route) => (route as unknown as { name: string }).name);
  deepEqual(find('/api/books'), ['books', 'sizes']);
  deepEqual(find('/api/books.json'), ['books', 'archive', 'sizes']);
  deepEqual(find('/api/books/7.json'), ['book']);
  deepEqual(find('/api/cities.old.json'), ['cities', 'sizes']);
  deepEqual(find('/api/3x4'), ['sizes']);
  deepEqual(find('/api/files/a/b'), ['files']);
  deepEqual(find('/other'), []);
});
