import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { City } from './city.ts';
import type { Country, CountrySummary } from './country.ts';
import type { Page } from './page.ts';
import { openTestAtlas } from './test-atlas.ts';
import { rawCities } from './test-data.ts';

const { ways } = await openTestAtlas();

for (const [way, ask] of ways) {
  const get = async <Data>(path: string): Promise<Data> => {
    const response = await ask(path);
    equal(response.status, 200, path);
    equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
    return (await response.json()) as Data;
  };

  test(`${way}: all 250 countries come in the order of their names, accents aside`, async () => {
    const { items, total } = await get<{ items: CountrySummary[]; total: number }>('/countries');
    deepEqual([items.length, total], [250, 250]);
    deepEqual(
      items.slice(0, 3).map(({ name }) => name),
      ['Afghanistan', 'Åland Islands', 'Albania'],
    );
    equal(items.at(-1)!.name, 'Zimbabwe');
  });

  test(`${way}: a region has its countries only, and the regions together have all`, async () => {
    const regions = ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania'];
    const lists = await Promise.all(
      regions.map((region) => get<{ items: CountrySummary[] }>(`/countries?region=${region}`)),
    );
    for (const [index, { items }] of lists.entries()) ok(items.every(({ region }) => region === regions[index]));
    equal(lists.flatMap(({ items }) => items).length, 250);
  });

  test(`${way}: a region that nobody knows is refused with those that are known`, async () => {
    const response = await ask('/countries?region=Atlantis');
    equal(response.status, 400);
    match(((await response.json()) as { detail: string }).detail, /region: .*"Africa".*"Oceania"/);
  });

  test(`${way}: a country tells what the atlas knows, whatever the case of its code`, async () => {
    const finland = await get<Country>('/countries/fi');
    const { links, ...facts } = finland;
    deepEqual(facts, {
      code: 'FI',
      name: 'Finland',
      capitals: ['Helsinki'],
      region: 'Europe',
      flag: '🇫🇮',
      code3: 'FIN',
      officialName: 'Republic of Finland',
      subregion: 'Northern Europe',
      area: 338_424,
      latitude: 64,
      longitude: 26,
      languages: { fin: 'Finnish', swe: 'Swedish' },
      currencies: { EUR: { name: 'Euro', symbol: '€' } },
    });
    deepEqual(await get<Country>('/countries/FI'), finland);
    deepEqual(
      [links.self, links.cities].map((link) => new URL(link).pathname),
      ['/countries/FI', '/countries/FI/cities'],
    );
  });

  test(`${way}: what is not known of a country is null`, async () => {
    equal((await get<Country>('/countries/SJ')).area, null);
    equal((await get<Country>('/countries/AQ')).subregion, null);
    deepEqual((await get<Country>('/countries/AQ')).capitals, []);
  });

  test(`${way}: a code without a country is not found, and named`, async () => {
    for (const path of ['/countries/zz', '/countries/zz/cities']) {
      const response = await ask(path);
      equal(response.status, 404);
      equal(((await response.json()) as { detail: string }).detail, 'There is no country with the code ZZ');
    }
    equal((await ask('/countries/FIN')).status, 404);
  });

  test(`${way}: the pages of a country’s cities have every city once, largest first`, async () => {
    const cities: City[] = [];
    let pages = 0;
    for (let path: string | undefined = '/countries/FI/cities?size=100'; path; pages++) {
      const page: Page<City> = await get(path);
      cities.push(...page.items);
      equal(page.page, pages + 1);
      path = page.next && pathOf(page.next);
    }
    const expected = rawCities().filter(({ country }) => country === 'FI');
    equal(pages, Math.ceil(expected.length / 100));
    deepEqual(ids(cities.map(({ id }) => id)), ids(expected.map(({ cityId }) => cityId)));
    const populations = cities.map(({ population }) => population);
    deepEqual(
      populations,
      populations.toSorted((one, other) => other - one),
    );
    equal(cities[0]!.name, 'Helsinki');
  });

  test(`${way}: a country without cities has an empty page`, async () => {
    deepEqual(await get('/countries/BV/cities'), { items: [], total: 0, page: 1, size: 20, pages: 0 });
  });

  test(`${way}: neither the front page nor robots.txt exists`, async () => {
    for (const path of ['/', '/robots.txt']) equal((await ask(path)).status, 404);
  });
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function ids(list: number[]): number[] {
  return list.toSorted((one, other) => one - other);
}
