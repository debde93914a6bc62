import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { filter } from '../../packages/host/src/features/resources/declare/filters/filter.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import type { ContractLibrary } from './store-tables.ts';

/** Values of a column as the database stores them, and the schema of the field. */
export interface StoredValues {
  readonly field: 'time' | 'day' | 'whole' | 'part' | 'truth' | 'text';
  /** The type of the column. */
  readonly type: string;
  readonly schema: z.ZodType;
  /** The values in ascending order, as SQL. Those in a list are equal. */
  readonly sorted: readonly (string | readonly string[])[];
  /** The values that no JSON value of the field represents, as SQL. They are null in responses, or text. */
  readonly unreadable?: readonly string[];
  /** The text of null and of other values for them in responses. */
  readonly text?: RegExp;
}

/**
 * Tests that pages by cursor have each row of a table once and in order, and that a filter by the value of a response finds
 * its row, with values that other programs have stored.
 *
 * @param open returns the library; its table `things` is created for each test
 */
export function storedValuesContract(
  name: string,
  open: () => Promise<ContractLibrary> | ContractLibrary,
  cases: readonly StoredValues[],
  skip: string | false = false,
): void {
  describe(`${name} with values of other programs`, { skip }, () => {
    for (const { field, type, schema, sorted, unreadable = [], text = /^null$/ } of cases)
      test(`${name} pages, reads, filters and removes stored values of ${type}`, async () => {
        const library = await open();
        const groups = [[['null']], sorted.map((element) => [element].flat())].flat();
        const ids = new Map<string, number>();
        for (const [index, value] of shuffled(groups.flat()).entries()) ids.set(value, index + 1);
        await fillTable(library, field, type, ids);
        const { send, pages } = openHost(library, field, schema);

        const ascending = groups.flatMap((equals) => equals.map((value) => ids.get(value)!).sort((a, b) => a - b));
        const descending = groups
          .toReversed()
          .flatMap((equals) => equals.map((value) => ids.get(value)!).sort((a, b) => a - b));
        for (const size of [1, 3]) {
          deepEqual(await pages('asc', size), [ascending, ascending.toReversed()]);
          deepEqual(await pages('desc', size), [descending, descending.toReversed()]);
        }

        const { body: all } = await send('GET /api/things');
        const items = all as Readonly<Record<string, string | number | boolean | null>>[];
        const find = async (query: string, value: string | number | boolean): Promise<number[]> => {
          const { body } = await send(`GET /api/things?${query}=${encodeURIComponent(value)}`);
          return (body as { id: number }[]).map(({ id }) => id);
        };
        for (const value of sorted.flat()) {
          const id = ids.get(value)!;
          const item = items.find((candidate) => candidate['id'] === id)!;
          deepEqual((await send(`GET /api/things/${id}`)).body, item);
          const returned = item[field] ?? null;
          if (unreadable.includes(value)) {
            match(String(returned), text, value);
            continue;
          }
          notEqual(returned, null, value);
          // Filters find years from 1 to 9999.
          if (returned === null || /^(?:[+-]\d{6}|0000)-/.test(String(returned))) continue;
          const same = items.filter((other) => other[field] === returned).map((other) => other['id']);
          for (const query of ['same', 'same[]'])
            deepEqual(await find(query, returned), same, `${value} is ${String(returned)}`);
          if (field === 'truth' || field === 'text') continue;
          for (const [bound, isIncluded] of [
            ['gte', true],
            ['lte', true],
            ['gt', false],
            ['lt', false],
          ] as const) {
            const found = await find(`from[${bound}]`, returned);
            deepEqual([value, bound, found.includes(id)], [value, bound, isIncluded]);
          }
        }
        for (const value of unreadable) equal((await send(`DELETE /api/things/${ids.get(value)}`)).status, 204);
      });
  });
}

// The order of the rows in the table differs from that of the values.
function shuffled(values: readonly string[]): string[] {
  return values.filter((_, index) => index % 2 === 1).concat(values.filter((_, index) => index % 2 === 0));
}

async function fillTable(
  { run, types }: ContractLibrary,
  field: string,
  type: string,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  await run('drop table if exists things');
  await run(`create table things (id ${types.id}, ${field} ${type})`);
  for (const [value, id] of ids) await run(`insert into things (id, ${field}) values (${id}, ${value})`);
}

function openHost({ store }: ContractLibrary, field: string, schema: z.ZodType) {
  const Thing = z.object({ id: z.int(), [field]: schema.nullable() });
  const host = defineHost({
    log: { level: 'none' },
    profiler: false,
    resources: [
      resource('things', Thing, {
        id: 'id',
        page: { by: 'cursor', max: 100, size: 100 },
        order: { id: 'asc' },
        filters: { same: filter.exact(field), from: filter.range(field), order: filter.order([field]) },
        store: store('things'),
      }),
    ],
  });
  const send = async (line: string) => {
    const [method, path] = line.split(' ') as [string, string];
    const response = await host.fetch(new Request(`http://localhost${path}`, { method }));
    const text = await response.text();
    const link = response.headers.get('link') ?? '';
    return { status: response.status, link, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
  };
  const walk = async (start: string | undefined, rel: string): Promise<{ ids: number[]; last: string }> => {
    const ids: number[] = [];
    let [path, last] = [start, start ?? ''];
    // More pages than rows are an endless list.
    for (let count = 0; path !== undefined && count < 40; count++) {
      const { status, link, body } = await send(`GET ${path}`);
      equal(status, 200, JSON.stringify(body));
      const page = (body as { id: number }[]).map(({ id }) => id);
      ids.push(...(rel === 'prev' ? page.reverse() : page));
      last = path;
      path = new RegExp(`<(?:http://localhost)?([^>]*)>; ?rel="${rel}"`).exec(link)?.[1];
    }
    return { ids, last };
  };
  /** Returns the identifiers of all pages from the first to the last one, and back. */
  const pages = async (direction: string, size: number): Promise<[number[], number[]]> => {
    const { ids, last } = await walk(`/api/things?order[${field}]=${direction}&itemsPerPage=${size}`, 'next');
    return [ids, (await walk(last, 'prev')).ids];
  };
  return { send, pages };
}
