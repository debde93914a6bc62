import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { Jsona } from 'jsona';
import jsonld from 'jsonld';
import { Client } from 'ketting';
import Kitsu from 'kitsu';
import { checkGlobalFetch } from '../../test/lib/checked-host.ts';
import { openTestAtlas } from './test-atlas.ts';

/** Tests third-party clients against the atlas over a socket. */

const { transports, url, host } = await openTestAtlas();
checkGlobalFetch(host);
const [, send] = transports.at(-1)!;
const api = `${url.replace(/\/$/, '')}/api`;

test('the parser of API Platform finds the resources and their links', async () => {
  const { api: found } = await parseHydraDocumentation(api, {
    headers: new Headers({ Accept: 'application/ld+json' }),
  });
  deepEqual(found.resources?.map(({ name }) => name).sort(), [
    'cities',
    'countries',
    'currencies',
    'languages',
    'notes',
  ]);
  const cities = found.resources.find(({ name }) => name === 'cities')!;
  const country = cities.fields!.find(({ name }) => name === 'country')!;
  equal(typeof country.reference === 'object' && country.reference?.name, 'countries');
});

test('jsonld expands a city with requests to the host only', async () => {
  const documentLoader = async (address: string) => {
    ok(address.startsWith(api), `${address} is on another host`);
    const document = (await (await fetch(address)).json()) as object;
    return { contextUrl: undefined, documentUrl: address, document } as never;
  };
  const document = (await (await send('/api/cities/658225.jsonld')).json()) as object;
  const [city] = await jsonld.expand(document, { base: `${api}/cities/658225`, documentLoader });
  ok((city!['@type'] as string[]).includes('https://schema.org/City'));
  equal(city!['@id'], `${api}/cities/658225`);
});

test('kitsu finds cities with their country', async () => {
  // Uses fetch, so that the requests of axios are validated against the document as well.
  const axiosOptions = { adapter: 'fetch' };
  const kitsu = new Kitsu({ baseURL: api, camelCaseTypes: false, pluralize: false, axiosOptions });
  const { data } = (await kitsu.get('cities/658225', { params: { include: 'country' } })) as {
    data: { name: string; country: { data: { name: string } } };
  };
  deepEqual([data.name, data.country.data.name], ['Helsinki', 'Finland']);
});

test('jsona reads a page of countries', async () => {
  const response = await send('/api/countries?filter[continent]=Oceania&page[size]=2', {
    headers: { Accept: 'application/vnd.api+json' },
  });
  const countries = new Jsona().deserialize(await response.json()) as { id: string; continent: string }[];
  deepEqual(
    countries.map(({ continent }) => continent),
    ['Oceania', 'Oceania'],
  );
});

test('ketting follows links from the entry point to the bordering countries of a country', async () => {
  const list = await new Client(api).follow('countries');
  const [first] = await list.followAll<{ name: string }>('item');
  equal((await first!.get()).data.name, 'Afghanistan');
  const borderingCountries = await first!.followAll<{ name: string }>('borders');
  const names = await Promise.all(
    borderingCountries.map(async (borderingCountry) => (await borderingCountry.get()).data.name),
  );
  ok(names.includes('Pakistan'), names.join());
});
