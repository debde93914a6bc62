/** Type tests for the names in access rules. Each `@ts-expect-error` must be followed by a type error. */
import { filter, memoryStore, resource, where } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({
  id: z.number(),
  owner: z.string(),
  state: z.enum(['draft', 'sent']),
  team: z.number().nullable(),
});
const store = memoryStore();
const more = { id: 'id', store } as const;

// The fields of the item, with values of their types, and the fields of linked items.
resource('notes', Note, { ...more, access: { read: ({ user }) => user !== null && where({ owner: user.id }) } });
resource('notes', Note, { ...more, access: { read: () => where({ state: ['draft', 'sent'], team: null }) } });
resource('notes', Note, { ...more, access: { write: async ({ ip }) => where({ 'team.name': ip }) } });

// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, access: { read: ({ user }) => user !== null && where({ ownr: user.id }) } });
// @ts-expect-error notes have no such field, in a rule without parameters
resource('notes', Note, { ...more, access: { read: () => where({ ownr: 'ada' }) } });
// @ts-expect-error notes have no such state
resource('notes', Note, { ...more, access: { list: ({ ip }) => where({ state: ip === '' ? 'draft' : 'snt' }) } });
// @ts-expect-error the owner is a text
resource('notes', Note, { ...more, access: { delete: async ({ user }) => where({ owner: user === null ? 1 : 2 }) } });

// Without a resource, any name is accepted, and rules of any resource may use the filter.
const ownRows = ({ user }: { user: { id: string } | null }) => user !== null && where({ owner: user.id });
resource('notes', Note, { ...more, access: { read: ownRows } });
resource('notes', Note, { ...more, access: { read: () => ({ op: 'eq', field: 'owner', value: 'ada' }) } });
// @ts-expect-error notes have no such field
where<z.infer<typeof Note>>({ ownr: 'ada' });

// The names of query parameters are those of the filters and of the query schema.
const filters = { owner: filter.exact() };
const operations = { list: { query: z.object({ since: z.string().optional() }) } } as const;
resource('notes', Note, { ...more, filters, operations, access: { parameters: { owner: 'user', since: 'user' } } });
// @ts-expect-error the list has no such parameter
resource('notes', Note, { ...more, filters, operations, access: { parameters: { ownr: 'user' } } });
