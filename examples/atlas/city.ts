import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { UrlFor } from './country.ts';
import type { CityTable } from './database.ts';

/** A country code in either case; what it means is not checked here. */
export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'Expected a country code of two letters, such as FI')
  .toUpperCase();

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
const population = z.number().int().min(0);

/** A city as it is answered. */
export const citySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  country: z.string().describe('ISO 3166-1 alpha-2'),
  admin: z.string().nullable().describe('GeoNames code of the first-level division'),
  feature: z.string().nullable().describe('GeoNames feature code, such as PPLC for a capital'),
  latitude,
  longitude,
  population: population.describe('0 where unknown'),
  links: z.object({ self: z.string(), country: z.string() }),
});

export type City = z.infer<typeof citySchema>;

/** A city that somebody adds. */
export const newCitySchema = z.object({
  name: z.string().trim().min(1).max(200),
  country: countryCode,
  latitude,
  longitude,
  population,
});

/** The columns an answer needs. */
export const CITY_COLUMNS = [
  'id',
  'name',
  'country',
  'admin',
  'feature',
  'latitude',
  'longitude',
  'population',
] as const;

export function toCity(row: Pick<Selectable<CityTable>, (typeof CITY_COLUMNS)[number]>, urlFor: UrlFor): City {
  return { ...row, links: { self: urlFor('city', { id: row.id }), country: urlFor('country', { code: row.country }) } };
}
