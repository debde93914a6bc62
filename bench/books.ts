/** The data of the workloads: books with different values and lengths of text, the same in every process. */
import { Random } from './lib/random.ts';

/** The body of a request that creates a book. */
export interface NewBook {
  readonly isbn: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly language: 'en' | 'fr' | 'de' | 'nl';
  readonly pages: number;
  readonly price: number;
  readonly inStock: boolean;
  readonly tags: string[];
}

export interface Book extends NewBook {
  readonly id: number;
  readonly series: number;
}

export const ITEM_COUNT = 10_000;
export const BODY_COUNT = 5_000;
export const PAGE_SIZE = 30;
export const PAGE_COUNT = 400;

const WORDS =
  'amber ocean signal island quiet winter garden paper glass copper hollow violet thunder night river stone café señor Öland'.split(
    ' ',
  );
const AUTHORS = ['Ada Harbour', 'Bo Lindqvist', 'Chiara Neri', 'Dovid Roth', 'Eun-ji Park', 'Femi Ade'];
const LANGUAGES = ['en', 'fr', 'de', 'nl'] as const;

function newBook(random: Random, index: number, words: number): NewBook {
  return {
    isbn: String(9_781_000_000_000 + index * 7),
    title: random.words(WORDS, 2 + random.below(5)),
    description: random.words(WORDS, words + random.below(words)),
    author: random.pick(AUTHORS),
    publisher: `${random.pick(WORDS)} press`,
    publishedAt: new Date(random.below(1_700_000_000) * 1000).toISOString(),
    language: random.pick(LANGUAGES),
    pages: 20 + random.below(1_500),
    price: (100 + random.below(9_000)) / 100,
    inStock: random.below(4) > 0,
    tags: [random.pick(WORDS), random.pick(WORDS)],
  };
}

/** Returns the books that are read individually, with identifiers from 1. */
export function books(): readonly Book[] {
  const random = new Random(1);
  return Array.from({ length: ITEM_COUNT }, (_, index) => ({
    id: index + 1,
    ...newBook(random, index, 6),
    series: random.below(40),
  }));
}

/** Returns the books that are created, about 1 KB each. */
export function newBooks(): readonly NewBook[] {
  const random = new Random(2);
  return Array.from({ length: BODY_COUNT }, (_, index) => newBook(random, index, 80));
}

/** A row of the table `books`, which has no tags. */
export type Row = Omit<Book, 'tags'>;

/** Returns the rows by identifier. */
export function rows(): readonly Row[] {
  const random = new Random(3);
  return Array.from({ length: PAGE_COUNT * PAGE_SIZE }, (_, index) => {
    const { tags: _tags, ...book } = newBook(random, index, 6);
    return { id: index + 1, ...book, series: random.below(40) };
  });
}

/** Returns rows in the order of the cursor pages. */
export function byTitle(list: readonly Row[]): readonly Row[] {
  // SQLite compares by code point.
  return list.toSorted((one, other) =>
    one.title === other.title ? one.id - other.id : Buffer.compare(Buffer.from(one.title), Buffer.from(other.title)),
  );
}
