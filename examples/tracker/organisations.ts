import { resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const Organisation = z.object({ id: z.string(), name: z.string() });

/** The organisations. They are the tenants, so users see their own one. */
export const organisations = (database: TrackerDatabase) =>
  resource('organisations', Organisation, {
    id: 'id',
    tenant: 'id',
    only: ['list', 'get'],
    access: { read: 'user' },
    store: sqlStore(database, 'organisations'),
  });
