import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const User = z.object({ id: z.string(), organisation: z.string(), name: z.string(), roles: z.array(z.string()) });

/** The users of the organisation. The password has no field, so it is never read. */
export const users = (database: TrackerDatabase) =>
  resource('users', User, {
    id: 'id',
    only: ['list', 'get'],
    access: { read: 'user' },
    filters: { name: filter.start() },
    store: sqlStore(database, 'users'),
  });
