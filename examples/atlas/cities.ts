import { deny, filter, resource, where } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { AtlasDatabase } from './database.ts';
import { fold } from './fold.ts';

const City = z.object({
  id: z.number().int().describe('The GeoNames ID; added cities have higher IDs'),
  name: z.string().trim().min(1).max(200),
  country: z.string().meta({ examples: ['/api/countries/FI'] }),
  admin: z.string().max(20).nullable().default(null).describe('GeoNames code of the first-level division'),
  feature: z.string().max(10).nullable().default(null).describe('GeoNames feature code, such as PPLC for a capital'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  population: z.number().int().min(0).describe('0 if unknown'),
  owner: z.string().nullable().default(null).describe('The user who added the city; null for cities of GeoNames'),
});

/** The cities, also as a subresource of countries. Editors add and change them; owners and admins delete them. */
export const cities = (database: AtlasDatabase) =>
  resource('cities', City, {
    id: 'id',
    description: 'Cities. Editors add and change them, and delete those that they added.',
    types: ['https://schema.org/City'],
    live: true,
    links: { country: 'countries' },
    input: { create: City.omit({ id: true, owner: true }) },
    access: {
      read: 'public',
      write: 'role:editor',
      create: ['role:editor', ({ user }) => where({ owner: user!.id })],
      delete: [
        'role:editor',
        ({ user, item }) =>
          item.owner === user!.id ||
          user!.roles.includes('admin') ||
          deny('Only the user who added a city may delete it'),
      ],
    },
    subresources: { '/countries/{country}/cities': { country: 'country' } },
    order: { name: 'asc' },
    filters: {
      name: filter.start(),
      country: filter.exact(),
      continent: filter.exact('country.continent'),
      population: filter.range(),
      order: filter.order(['name', 'population', 'id']),
    },
    // With a cursor, page 4,000 is as fast as page 1, and the 135,233 rows are never counted.
    page: { by: 'cursor', size: 20, max: 100 },
    store: sqlStore(database, 'cities', { columns: { name: { folded: 'folded', fold, orderFolded: true } } }),
  });
