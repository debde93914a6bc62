import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { AtlasDatabase } from './database.ts';
import { fold } from './fold.ts';

const Country = z.object({
  code: z.string().describe('ISO 3166-1 alpha-2'),
  code3: z.string().describe('ISO 3166-1 alpha-3'),
  name: z.string(),
  officialName: z.string(),
  capitals: z.array(z.string()).describe('Two countries have several, five have none'),
  continent: z.enum(['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania']),
  subregion: z.string().nullable(),
  area: z.number().nullable().describe('Square kilometres; null if unknown'),
  latitude: z.number(),
  longitude: z.number(),
  languages: z.array(z.string()).describe('The official languages'),
  currencies: z.array(z.string()),
  borders: z.array(z.string()).describe('Bordering countries'),
  flag: z.string(),
});

/** The 250 countries. */
export const countries = (database: AtlasDatabase) =>
  resource('countries', Country, {
    id: 'code',
    description: 'Countries, with their languages, currencies and borders.',
    types: ['https://schema.org/Country'],
    links: { languages: 'languages', currencies: 'currencies', borders: 'countries' },
    order: { name: 'asc' },
    filters: {
      name: filter.start(),
      continent: filter.exact(),
      area: filter.range(),
      exists: filter.exists(['area']),
      order: filter.order(['name', 'code', 'area']),
    },
    page: { size: 50, max: 250 },
    cache: { public: true, maxAge: '1 h' },
    store: sqlStore(database, 'countries', {
      columns: { officialName: 'official_name', name: { folded: 'folded', fold, orderFolded: true } },
    }),
    only: ['list', 'get'],
  });
