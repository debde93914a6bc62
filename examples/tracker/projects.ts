import { randomUUID } from 'node:crypto';
import { filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const Project = z.object({ id: z.string(), organisation: z.string(), name: z.string().trim().min(1).max(100) });

/** The projects. Administrators change them. A project with issues cannot be deleted. */
export const projects = (database: TrackerDatabase) =>
  resource('projects', Project, {
    id: 'id',
    input: { create: Project.pick({ name: true }) },
    access: { read: 'user', write: 'role:admin' },
    defaults: { id: () => randomUUID() },
    filters: { name: filter.start(), order: filter.order(['name']) },
    store: sqlStore(database, 'projects'),
  });
