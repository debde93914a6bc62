import { randomUUID } from 'node:crypto';
import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const Label = z.object({ id: z.string(), organisation: z.string(), name: z.string().trim().min(1).max(50) });

/** The labels of issues. Names are unique in an organisation. */
export const labels = (database: TrackerDatabase) =>
  resource('labels', Label, {
    id: 'id',
    input: { create: Label.pick({ name: true }) },
    access: { read: 'user', write: 'role:member', delete: 'role:admin' },
    defaults: { id: () => randomUUID() },
    order: { name: 'asc' },
    filters: { name: filter.exact() },
    store: sqlStore(database, 'labels'),
  });
