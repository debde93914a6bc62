import { resource, where } from 'oriel-host';
import type { User } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { AtlasDatabase } from './database.ts';

const Note = z.object({
  id: z.number().int(),
  city: z
    .number()
    .int()
    .meta({ examples: ['/api/cities/658225'] }),
  text: z.string().trim().min(1).max(2000),
  owner: z.string().describe('The user who wrote it'),
});

const byOwner = ({ user }: { readonly user: User | null }) => where({ owner: user!.id });

/** Notes about cities. Only their authors read and change them, and receive their updates. */
export const notes = (database: AtlasDatabase) =>
  resource('notes', Note, {
    id: 'id',
    description: 'Notes about cities. Users read and change only their own.',
    live: true,
    links: { city: 'cities' },
    input: { create: Note.omit({ id: true, owner: true }) },
    access: { read: ['user', byOwner], write: 'user' },
    store: sqlStore(database, 'notes'),
  });
