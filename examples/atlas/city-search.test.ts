import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { City } from './city.ts';
import { fold } from './fold.ts';
import type { Page } from './page.ts';
import { openTestAtlas } from './test-atlas.ts';
import { rawCities } from './test-data.ts';

const { ways } = await openTestAtlas();
const [, [, ask]] = ways as [(typeof ways)[0], (typeof ways)[0]];
const raw = rawCities().map((city) => ({ ...city, folded: fold(city.name) }));

interface Search {
  name?: string;
  country?: string;
  minPopulation?: number;
  maxPopulation?: number;
  order?: (typeof ORDERS)[number];
  page?: number;
  size?: number;
}

const ORDERS = ['name', '-name', 'population', '-population'] as const;

const byName = raw.toSorted((one, other) => bytes(one, other) || one.cityId - other.cityId);
const byPopulation = raw.toSorted((one, other) => one.population - other.population || one.cityId - other.cityId);
const inOrder = {
  name: byName,
  '-name': byName.toReversed(),
  population: byPopulation,
  '-population': byPopulation.toReversed(),
};

const anyCity = fc.nat(raw.length - 1).map((index) => raw[index]!);
const anySearch: fc.Arbitrary<Search> = fc.record(
  {
    // The beginning of a name that is there, in any case, with its accents or without.
    name: fc
      .tuple(anyCity, fc.nat(6), fc.nat(2))
      .map(([city, length, how]) => [city.name, city.name.toUpperCase(), city.folded][how]!.slice(0, length)),
    country: anyCity.map(({ country }) => country),
    minPopulation: fc.constantFrom(0, 1, 1000, 5000, 100_000, 5_000_000),
    maxPopulation: fc.constantFrom(0, 999, 20_000, 1_000_000, 30_000_000),
    order: fc.constantFrom(...ORDERS),
    page: fc.integer({ min: 1, max: 12 }),
    size: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
);

test('any search finds what a plain filter over the raw data finds, in the order asked for', async () => {
  await fc.assert(
    fc.asyncProperty(anySearch, async (search) => {
      const page = await find(search);
      const { total, ids } = naively(search);
      equal(page.total, total);
      deepEqual(
        page.items.map(({ id }) => id),
        ids,
      );
    }),
    { numRuns: 80 },
  );
});

test('case and accents do not matter, in the query or in the name', async () => {
  const names = ['sao pau', 'SÃO PAU', 'São Pau'];
  const [first, ...others] = await Promise.all(
    names.map((name) => find({ name, country: 'BR', order: '-population' })),
  );
  equal(first!.items[0]!.name, 'São Paulo');
  for (const other of others) deepEqual(other.items, first!.items);
});

test('characters that mean something to SQL mean nothing here', async () => {
  for (const name of [`%`, `_`, `*`, `" or 1=1 --`, `') or 1=1 --`, `x\u0000y`])
    equal((await find({ name })).total, 0, name);
});

test('the links lead on and back, and keep the search', async () => {
  const search: Search = { name: 'san', country: 'AR', minPopulation: 1000, order: '-population', size: 7 };
  const first = await find(search);
  equal(first.previous, undefined);
  const second = (await (await fetch(first.next!)).json()) as Page<City>;
  deepEqual(second.items, (await find({ ...search, page: 2 })).items);
  deepEqual(await (await fetch(second.previous!)).json(), first);
  equal((await find({ ...search, page: first.pages })).next, undefined);
});

test('a page behind the last one is empty and leads back to it', async () => {
  for (const page of [100_000, Number.MAX_SAFE_INTEGER]) {
    const beyond = await find({ country: 'FI', page });
    deepEqual([beyond.items.length, new URL(beyond.previous!).searchParams.get('page')], [0, String(beyond.pages)]);
  }
});

test('a parameter that is misspelt is refused with the one that was meant', async () => {
  const response = await ask('/cities?minPopulaton=5');
  equal(response.status, 400);
  const { errors } = (await response.json()) as { errors: { parameter: string; detail: string }[] };
  equal(errors[0]!.parameter, 'minPopulaton');
  match(errors[0]!.detail, /did you mean "minPopulation"\?/);
});

test('every parameter that is wrong is named at once', async () => {
  const response = await ask('/cities?country=FIN&minPopulation=-1&maxPopulation=many&order=size&page=0&size=101');
  equal(response.status, 400);
  const { errors } = (await response.json()) as { errors: { parameter: string }[] };
  deepEqual(errors.map(({ parameter }) => parameter).sort(), [
    'country',
    'maxPopulation',
    'minPopulation',
    'order',
    'page',
    'size',
  ]);
});

for (const [way, askEither] of ways) {
  test(`${way}: cities come twenty at a time, in the order of their names`, async () => {
    const page = (await (await askEither('/cities')).json()) as Page<City>;
    const { page: number, size, total, pages } = page;
    deepEqual(
      { number, size, total, pages, items: page.items.length },
      { number: 1, size: 20, total: 135_233, pages: 6762, items: 20 },
    );
    ok(page.items.every(({ name }, index) => index === 0 || fold(page.items[index - 1]!.name) <= fold(name)));
  });
}

async function find(search: Search): Promise<Page<City>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) query.set(name, String(value));
  const response = await ask(`/cities?${query.toString()}`);
  equal(response.status, 200);
  return (await response.json()) as Page<City>;
}

function naively({
  name = '',
  country,
  minPopulation = 0,
  maxPopulation = Infinity,
  order = 'name',
  page = 1,
  size = 20,
}: Search) {
  const prefix = fold(name);
  const found = inOrder[order].filter(
    (city) =>
      city.folded.startsWith(prefix) &&
      (country === undefined || city.country === country) &&
      city.population >= minPopulation &&
      city.population <= maxPopulation,
  );
  return { total: found.length, ids: found.slice((page - 1) * size, page * size).map(({ cityId }) => cityId) };
}

// The order of the bytes in UTF-8, which is what SQLite compares.
function bytes(one: { folded: string }, other: { folded: string }): number {
  return Buffer.compare(Buffer.from(one.folded), Buffer.from(other.folded));
}
