import { z } from 'zod';
import { ResourceRegistry } from '../../packages/host/src/features/resources/build/resource-registry.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import type { ResourceStore } from '../../packages/host/src/features/resources/declare/resource-store.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- what a store of any items is
export type AnyStore = Required<ResourceStore<any>>;

/** The stores of the resources of the contract. */
export interface ContractStores {
  readonly authors: AnyStore;
  readonly books: AnyStore;
  readonly seats: AnyStore;
  readonly papers: AnyStore;
}

const Author = z.object({ id: z.int(), name: z.string(), country: z.string().nullable() });
const Book = z.object({
  id: z.int(),
  title: z.string(),
  subtitle: z.string().nullable(),
  price: z.number().nullable(),
  pages: z.int(),
  available: z.boolean().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  day: z.iso.date().nullable(),
  author: z.int().nullable(),
  tags: z.array(z.string()).nullable(),
  note: z.string().optional(),
});
const Seat = z.object({ row: z.int(), place: z.string(), taken: z.boolean() });
const Paper = z.object({ id: z.uuid(), title: z.string() });

/** Creates the resources of the contract, which bind the stores. */
export function bindStores({ authors, books, seats, papers }: ContractStores): void {
  const { issues } = new ResourceRegistry([
    resource('authors', Author, { id: 'id', store: authors }),
    resource('books', Book, { id: 'id', links: { author: 'authors' }, store: books }),
    resource('seats', Seat, { id: ['row', 'place'], store: seats }),
    resource('papers', Paper, { id: 'id', store: papers }),
  ]);
  if (issues.length > 0) throw new Error(issues.map(({ reason }) => reason).join('; '));
}

/** The initial content of the stores. */
export const CONTENT = {
  authors: [
    { id: 1, name: 'Ada', country: 'GB' },
    { id: 2, name: 'Bob', country: null },
    { id: 3, name: 'Çelik', country: 'TR' },
    { id: 4, name: 'ada', country: 'GB' },
  ],
  books: [
    book(1, 'Nereid', {
      price: 1.5,
      pages: 100,
      available: true,
      publishedAt: '2020-01-01T00:00:00.000Z',
      day: '2020-01-01',
      author: 1,
      tags: ['sea'],
    }),
    book(2, 'nereid returns', {
      subtitle: 'Part 2',
      price: 2,
      pages: 200,
      available: false,
      publishedAt: '2020-01-01T12:00:00.500Z',
      day: '2020-01-02',
      author: 2,
      tags: [],
    }),
    book(3, 'Straße', { subtitle: '', price: 2, pages: 200 }),
    book(4, 'ÉTÉ à la mer', {
      pages: -5,
      available: true,
      publishedAt: '1969-07-20T20:17:40.000Z',
      day: '1969-07-20',
      author: 1,
      tags: ['x', 'y'],
    }),
    book(5, 'ΟΔΟΣ', {
      subtitle: 'οδος',
      price: -0.25,
      pages: 0,
      available: true,
      publishedAt: '2100-12-31T23:59:59.999Z',
      day: '2100-12-31',
      author: 3,
    }),
    book(6, `100% wool_\\ "q" 's'`, {
      subtitle: '%',
      price: 0,
      pages: 2147483648,
      available: false,
      publishedAt: '2020-01-02T00:00:00.000Z',
      author: 3,
    }),
    book(7, '', {
      subtitle: '_',
      price: 1e10,
      pages: Number.MAX_SAFE_INTEGER,
      available: false,
      day: '2020-01-02',
      author: 4,
    }),
    book(8, '\u{1f600} smile', {
      price: 0.1,
      pages: 7,
      publishedAt: '2020-01-01T00:00:00.001Z',
      author: 4,
      note: 'kept',
    }),
    book(9, 'Ωmega', { price: 1.5, pages: 100, available: true, publishedAt: '2020-01-01T00:00:00.000Z' }),
    book(10, '\ufb00 ligature', { subtitle: 'part two', pages: 12, author: 2 }),
  ],
  seats: [
    { row: 1, place: 'a', taken: false },
    { row: 1, place: 'b;c', taken: true },
    { row: 2, place: 'a', taken: true },
  ],
  papers: [
    { id: '0a0b0c0d-0000-4000-8000-000000000001', title: 'one' },
    { id: '0a0b0c0d-0000-4000-8000-000000000002', title: 'two' },
    { id: 'ffffffff-0000-4000-8000-000000000003', title: 'three' },
  ],
} as const;

function book(id: number, title: string, more: Record<string, unknown>): Record<string, unknown> {
  const rest = { subtitle: null, price: null, pages: 1, available: null, publishedAt: null, day: null, author: null };
  return { id, title, ...rest, tags: null, ...more };
}
