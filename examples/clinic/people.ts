import { filter, resource } from 'oriel-host';
import type { AnyResource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import type { Audit } from 'oriel-host/kysely';
import { z } from 'zod';
import type { OpenDatabase } from './database.ts';

const Named = z.object({ id: z.int(), name: z.string().trim().min(1).max(100) });
const Patient = Named.extend({ born: z.iso.date(), phone: z.string().max(30) });
const Change = z.object({
  id: z.int(),
  time: z.int(),
  user: z.string().nullable(),
  operation: z.string(),
  item: z.string().nullable(),
  changes: z.string(),
});

/** Rooms and practitioners, which the administrator changes, patients, and the audit. */
export function people({ database }: OpenDatabase, hooks: readonly Audit['hooks'][]): AnyResource[] {
  const input = { create: Named.omit({ id: true }) };
  const common = { id: 'id', access: { read: 'role:staff', write: 'role:admin' }, order: { name: 'asc' } } as const;
  return [
    resource('rooms', Named, { ...common, input, store: sqlStore(database, 'rooms'), on: hooks }),
    resource('practitioners', Named, { ...common, input, store: sqlStore(database, 'practitioners'), on: hooks }),
    resource('patients', Patient, {
      ...common,
      input: { create: Patient.omit({ id: true }) },
      access: { read: 'role:staff', write: 'role:desk', delete: 'role:admin' },
      filters: { name: filter.start() },
      store: sqlStore(database, 'patients'),
      on: hooks,
    }),
    resource('changes', Change, {
      id: 'id',
      only: ['list', 'get'],
      access: { read: 'role:admin' },
      order: { id: 'desc' },
      filters: { item: filter.exact() },
      store: sqlStore(database, 'oriel_audit', { columns: { user: 'user_id' } }),
    }),
  ];
}
