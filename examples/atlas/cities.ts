import { NotFoundError, UnprocessableContentError, reply, route } from 'oriel';
import type { RouteDeclaration } from 'oriel';
import { CITY_COLUMNS, citySchema, newCitySchema, toCity } from './city.ts';
import { citySearchQuery, searchCities } from './city-search.ts';
import type { AtlasDatabase } from './database.ts';
import { fold } from './fold.ts';
import { toPage } from './page.ts';

/** The cities: a search, one of them, a new one, one less. */
export function cityRoutes(database: AtlasDatabase): RouteDeclaration[] {
  return [
    route('cities', 'GET /cities', {
      query: citySearchQuery,
      handle: async ({ query, urlFor }) => {
        const { rows, total } = await searchCities(database, query);
        const cities = rows.map((row) => toCity(row, urlFor));
        return toPage(cities, total, query, (page) => urlFor('cities', { ...query, page }));
      },
    }),

    route('city', 'GET /cities/{id<\\d+>}', {
      handle: async ({ params, urlFor }) => {
        const id = toId(params.id);
        const row = await database.selectFrom('cities').select(CITY_COLUMNS).where('id', '=', id).executeTakeFirst();
        if (!row) throw noCity(params.id);
        return toCity(row, urlFor);
      },
    }),

    route('city-create', 'POST /cities', {
      body: newCitySchema,
      replies: { 201: citySchema },
      handle: async ({ body, urlFor }) => {
        if (!(await hasCountry(database, body.country))) throw strangeCountry(body.country);
        const row = await database
          .insertInto('cities')
          .values({ ...body, folded: fold(body.name) })
          .returning(CITY_COLUMNS)
          .executeTakeFirstOrThrow();
        const city = toCity(row, urlFor);
        return reply(201, city, { Location: city.links.self });
      },
    }),

    route('city-delete', 'DELETE /cities/{id<\\d+>}', {
      handle: async ({ params }) => {
        const id = toId(params.id);
        const { numDeletedRows } = await database.deleteFrom('cities').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw noCity(params.id);
        return reply(204);
      },
    }),
  ];
}

// The path allows any digits. Beyond 2^53 a number would be rounded, and might meet another city.
function toId(digits: string): number {
  const id = Number(digits);
  if (!Number.isSafeInteger(id)) throw noCity(digits);
  return id;
}

async function hasCountry(database: AtlasDatabase, code: string): Promise<boolean> {
  const row = await database.selectFrom('countries').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}

function noCity(id: string): NotFoundError {
  return new NotFoundError(`There is no city with the id ${id.length > 20 ? `${id.slice(0, 20)}…` : id}`);
}

function strangeCountry(code: string): UnprocessableContentError {
  const detail = `There is no country with the code ${code}`;
  return new UnprocessableContentError([{ pointer: '/country', detail, code: 'unknown_country' }]);
}
