import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { AtlasDatabase } from './database.ts';

const Currency = z.object({
  code: z.string().describe('ISO 4217'),
  name: z.string(),
  symbol: z.string(),
});

/** The currencies of the countries. */
export const currencies = (database: AtlasDatabase) =>
  resource('currencies', Currency, {
    id: 'code',
    description: 'Currencies of the countries.',
    filters: { name: filter.partial(), order: filter.order(['name', 'code']) },
    cache: { public: true, maxAge: '1 h' },
    store: sqlStore(database, 'currencies'),
    only: ['list', 'get'],
  });
