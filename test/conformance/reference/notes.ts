import { deny, resource } from 'oriel-host';
import { z } from 'zod';
import { rows } from './database.ts';

const Note = z.object({ id: z.int(), text: z.string(), tags: z.array(z.string()) });

const StrictQuery = z.object({
  q: z.string().min(3).max(6),
  n: z.number().min(5).lt(10).multipleOf(2).optional(),
  e: z.enum(['x', 'y']).optional(),
  p: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  l: z
    .array(z.string())
    .min(2)
    .max(3)
    .refine((element) => new Set(element).size === element.length, 'Must not contain duplicates')
    .optional(),
});

/** Creates five resources for notes, with functions instead of a store. */
export function noteResources() {
  const notes = new Map(rows.notes.map((note) => [note.id, { ...note, tags: [...note.tags] }]));
  const list = () => [...notes.values()];
  const get = ({ id }: { readonly id: number }) => notes.get(id);
  const shared = { id: 'id', type: 'Note', page: { by: 'none' } } as const;
  return [
    resource('notes', Note, {
      ...shared,
      input: { create: z.object({ text: z.string(), tags: z.array(z.string()).default([]) }) },
      operations: {
        get: {
          cache: { maxAge: '1 min', sharedMaxAge: '2 min', public: true, vary: ['Content-Type', 'Accept-Language'] },
        },
        create: { status: 202, output: false },
      },
      access: {
        create: 'role:USER',
        delete: ({ user }) => user?.roles.includes('ADMIN') || deny('Only admins can delete notes.'),
      },
      provide: { list, get },
      process: {
        create: ({ body }) => ({ id: notes.size + 1, ...body }),
        // Like the reference, this does not delete anything.
        delete: () => {},
      },
    }),
    resource('secret-notes', Note, { ...shared, access: { read: 'role:ADMIN' }, provide: { get } }),
    resource('live-notes', Note, { ...shared, live: true, provide: { get } }),
    resource('old-notes', Note, {
      ...shared,
      operations: { get: { deprecated: { since: '2026-01-01', sunset: '2030-01-01' } } },
      provide: { get },
    }),
    resource('strict-notes', Note, {
      ...shared,
      itemsOf: 'notes',
      operations: { list: { query: StrictQuery } },
      provide: { list },
    }),
  ];
}
