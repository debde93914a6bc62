import { NotFoundError, route } from 'oriel';
import type { RouteDeclaration } from 'oriel';
import { z } from 'zod';
import { CITY_COLUMNS, toCity } from './city.ts';
import { SUMMARY_COLUMNS, toCountry, toCountrySummary } from './country.ts';
import type { AtlasDatabase } from './database.ts';
import { offsetOf, pageQuery, toPage } from './page.ts';

const REGIONS = ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania'] as const;

/** The countries, a country, and the cities of a country. */
export function countryRoutes(database: AtlasDatabase): RouteDeclaration[] {
  return [
    route('countries', 'GET /countries', {
      query: z.object({ region: z.enum(REGIONS).optional() }),
      handle: async ({ query: { region }, urlFor }) => {
        let matching = database.selectFrom('countries');
        if (region !== undefined) matching = matching.where('region', '=', region);
        const rows = await matching.select(SUMMARY_COLUMNS).orderBy('folded').execute();
        return { items: rows.map((row) => toCountrySummary(row, urlFor)), total: rows.length };
      },
    }),

    route('country', 'GET /countries/{code<[A-Za-z]{2}>}', {
      handle: async ({ params, urlFor }) => {
        const code = params.code.toUpperCase();
        const row = await database.selectFrom('countries').selectAll().where('code', '=', code).executeTakeFirst();
        if (!row) throw noCountry(code);
        return toCountry(row, urlFor);
      },
    }),

    route('country-cities', 'GET /countries/{code<[A-Za-z]{2}>}/cities', {
      query: z.object(pageQuery),
      handle: async ({ params, query, urlFor }) => {
        const code = params.code.toUpperCase();
        const total = await countCities(database, code);
        if (total === undefined) throw noCountry(code);
        const rows = await database
          .selectFrom('cities')
          .select(CITY_COLUMNS)
          .where('country', '=', code)
          .orderBy('population', 'desc')
          .orderBy('id', 'desc')
          .limit(query.size)
          .offset(offsetOf(query))
          .execute();
        const cities = rows.map((row) => toCity(row, urlFor));
        return toPage(cities, total, query, (page) => urlFor('country-cities', { code, ...query, page }));
      },
    }),
  ];
}

/** How many cities a country has, undefined when there is no such country: one query tells both. */
async function countCities(database: AtlasDatabase, code: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('countries')
    .select((countries) =>
      countries
        .selectFrom('cities')
        .select((cities) => cities.fn.countAll<number>().as('total'))
        .whereRef('cities.country', '=', 'countries.code')
        .as('total'),
    )
    .where('code', '=', code)
    .executeTakeFirst();
  return row && (row.total ?? 0);
}

function noCountry(code: string): NotFoundError {
  return new NotFoundError(`There is no country with the code ${code}`);
}
