import { defineHost, filter, memoryStore, resource, route } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({
  id: z.int(),
  text: z.string().trim().min(1).max(500),
  isDone: z.boolean().default(false),
});

const notes = resource('notes', Note, {
  id: 'id',
  input: { create: Note.omit({ id: true }) },
  filters: { text: filter.partial(), isDone: filter.exact() },
  // Notes are kept in memory. For SQLite or PostgreSQL use sqlStore(database, 'notes') of 'oriel-host/kysely'.
  store: memoryStore([{ id: 1, text: 'Read the documentation', isDone: false }]),
});

export default defineHost({
  title: 'Notes',
  // Anyone may read and change notes. Replace this with `security` before you publish the API.
  access: 'public',
  resources: [notes],
  routes: [
    route('home', 'GET /', {
      handle: ({ urlFor }) => ({ hello: 'world', notes: urlFor('notes.list') }),
    }),
  ],
});
