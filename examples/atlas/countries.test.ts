import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { openTestAtlas } from './test-atlas.ts';

interface Country {
  readonly code: string;
  readonly name: string;
  readonly continent: string;
  readonly area: number | null;
}

const { transports } = await openTestAtlas();
const CONTINENTS = ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania'];

for (const [transport, send] of transports) {
  const get = async <Data>(path: string): Promise<Data> => {
    const response = await send(path);
    equal(response.status, 200, path);
    return (await response.json()) as Data;
  };

  test(`${transport}: lists all 250 countries by name, ignoring accents`, async () => {
    const response = await send('/api/countries?itemsPerPage=250');
    const countries = (await response.json()) as Country[];
    deepEqual([countries.length, response.headers.get('X-Total-Count')], [250, '250']);
    deepEqual(
      countries.slice(0, 3).map(({ name }) => name),
      ['Afghanistan', 'Åland Islands', 'Albania'],
    );
    equal(countries.at(-1)!.name, 'Zimbabwe');
  });

  test(`${transport}: the continent filter returns each country for exactly one continent`, async () => {
    const lists = await Promise.all(
      CONTINENTS.map((continent) => get<Country[]>(`/api/countries?continent=${continent}&itemsPerPage=250`)),
    );
    for (const [index, list] of lists.entries()) ok(list.every(({ continent }) => continent === CONTINENTS[index]));
    equal(lists.flat().length, 250);
  });

  test(`${transport}: a country is returned with all its fields and links`, async () => {
    deepEqual(await get('/api/countries/FI'), {
      code: 'FI',
      code3: 'FIN',
      name: 'Finland',
      officialName: 'Republic of Finland',
      capitals: ['Helsinki'],
      continent: 'Europe',
      subregion: 'Northern Europe',
      area: 338_424,
      latitude: 64,
      longitude: 26,
      languages: ['/api/languages/fin', '/api/languages/swe'],
      currencies: ['/api/currencies/EUR'],
      borders: ['/api/countries/NO', '/api/countries/SE', '/api/countries/RU'],
      flag: '🇫🇮',
    });
  });

  test(`${transport}: every link of a country can be followed`, async () => {
    const { languages, currencies, borders } = await get<Record<string, string[]>>('/api/countries/CH');
    equal(languages!.length, 4);
    for (const iri of [...languages!, ...currencies!, ...borders!]) equal((await send(iri)).status, 200, iri);
    deepEqual(await get('/api/currencies/CHF'), { code: 'CHF', name: 'Swiss franc', symbol: 'Fr' });
    deepEqual(await get('/api/languages/roh'), { code: 'roh', name: 'Romansh' });
  });

  test(`${transport}: unknown values of a country are null and can be filtered`, async () => {
    const unknown = await get<Country[]>('/api/countries?exists[area]=false');
    ok(unknown.length > 0 && unknown.every(({ area }) => area === null));
    const largest = await get<Country[]>('/api/countries?order[area]=desc&itemsPerPage=1');
    equal(largest[0]!.name, 'Russia');
  });

  test(`${transport}: a code without a country is not found, and countries cannot be changed`, async () => {
    for (const path of ['/api/countries/ZZ', '/api/countries/ZZ/cities']) equal((await send(path)).status, 404, path);
    const refused = await send('/api/countries/FI', { method: 'DELETE' });
    deepEqual([refused.status, refused.headers.get('Allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  test(`${transport}: an unknown parameter is rejected with a suggestion`, async () => {
    const response = await send('/api/countries?continet=Asia');
    equal(response.status, 400);
    match(((await response.json()) as { detail: string }).detail, /continet: .*did you mean "continent"\?/);
  });

  test(`${transport}: / and /robots.txt are 404, and URLs of the first version are redirected`, async () => {
    for (const path of ['/', '/robots.txt']) equal((await send(path)).status, 404);
    const moved = await send('/countries/FI?x=1', { redirect: 'manual' });
    deepEqual([moved.status, moved.headers.get('Location')], [308, '/api/countries/FI?x=1']);
  });
}
