import { z } from 'zod';
import { CITY_COLUMNS, countryCode } from './city.ts';
import type { AtlasDatabase } from './database.ts';
import { fold } from './fold.ts';
import { offsetOf, pageQuery } from './page.ts';

const ORDERS = {
  name: ['folded', 'asc'],
  '-name': ['folded', 'desc'],
  population: ['population', 'asc'],
  '-population': ['population', 'desc'],
} as const;

/** The query parameters of a search for cities; each narrows it further. */
export const citySearchQuery = z.object({
  name: z.string().max(200).optional().describe('How the name begins, whatever its case and accents'),
  country: countryCode.optional(),
  minPopulation: z.coerce.number().int().min(0).optional(),
  maxPopulation: z.coerce.number().int().min(0).optional(),
  order: z.enum(['name', '-name', 'population', '-population']).default('name'),
  ...pageQuery,
});

export type CitySearch = z.infer<typeof citySearchQuery>;

/** One page of what was found, and how many there are on all pages. */
export async function searchCities(database: AtlasDatabase, search: CitySearch) {
  const { name, country, minPopulation, maxPopulation, order } = search;
  const prefix = fold(name ?? '');
  let matching = database.selectFrom('cities');
  if (prefix !== '') matching = matching.where('folded', '>=', prefix).where('folded', '<', prefix + LAST);
  if (country !== undefined) matching = matching.where('country', '=', country);
  if (minPopulation !== undefined) matching = matching.where('population', '>=', minPopulation);
  if (maxPopulation !== undefined) matching = matching.where('population', '<=', maxPopulation);

  const [column, direction] = ORDERS[order];
  // The id in the same direction, so that an index read from either end has the whole order.
  const [rows, { total }] = await Promise.all([
    matching
      .select(CITY_COLUMNS)
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(search.size)
      .offset(offsetOf(search))
      .execute(),
    matching.select((cities) => cities.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

// Sorts behind everything that begins with what stands before it. Unlike LIKE, a range uses the index and knows no
// wildcards.
const LAST = '\u{10FFFF}';
