import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { AtlasDatabase } from './database.ts';

const Language = z.object({
  code: z.string().describe('ISO 639-3'),
  name: z.string(),
});

/** The official languages of the countries. */
export const languages = (database: AtlasDatabase) =>
  resource('languages', Language, {
    id: 'code',
    description: 'Languages that are official in a country.',
    order: { name: 'asc' },
    filters: { name: filter.start(), order: filter.order(['name', 'code']) },
    cache: { public: true, maxAge: '1 h' },
    store: sqlStore(database, 'languages'),
    only: ['list', 'get'],
  });
