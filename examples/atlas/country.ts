import type { RouteInput } from 'oriel';
import type { Selectable } from 'kysely';
import type { CountryTable } from './database.ts';

/** Makes the URL of a route; every handler gets one. */
export type UrlFor = RouteInput<unknown, unknown, unknown>['urlFor'];

/** A country in a list. */
export interface CountrySummary {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly capitals: readonly string[];
  readonly region: string;
  readonly flag: string;
  readonly links: { readonly self: string; readonly cities: string };
}

/** Everything the atlas knows about a country. */
export interface Country extends CountrySummary {
  /** ISO 3166-1 alpha-3. */
  readonly code3: string;
  readonly officialName: string;
  readonly subregion: string | null;
  /** Square kilometres; null where unknown. */
  readonly area: number | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Names by ISO 639-3 code. */
  readonly languages: Readonly<Record<string, string>>;
  /** By ISO 4217 code. */
  readonly currencies: Readonly<Record<string, { readonly name: string; readonly symbol: string }>>;
}

/** The columns a summary needs. */
export const SUMMARY_COLUMNS = ['code', 'name', 'capitals', 'region', 'flag'] as const;

export function toCountrySummary(
  row: Pick<Selectable<CountryTable>, (typeof SUMMARY_COLUMNS)[number]>,
  urlFor: UrlFor,
): CountrySummary {
  const { code, name, capitals, region, flag } = row;
  const links = { self: urlFor('country', { code }), cities: urlFor('country-cities', { code }) };
  return { code, name, capitals: JSON.parse(capitals) as string[], region, flag, links };
}

export function toCountry(row: Selectable<CountryTable>, urlFor: UrlFor): Country {
  const { links, ...summary } = toCountrySummary(row, urlFor);
  return {
    ...summary,
    code3: row.code3,
    officialName: row.official_name,
    subregion: row.subregion,
    area: row.area,
    latitude: row.latitude,
    longitude: row.longitude,
    languages: JSON.parse(row.languages) as Country['languages'],
    currencies: JSON.parse(row.currencies) as Country['currencies'],
    links,
  };
}
