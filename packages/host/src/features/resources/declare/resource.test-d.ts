/** Type tests for options that name fields or operations. Each `@ts-expect-error` must be followed by a type error. */
import { memoryStore, resource } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.number(), title: z.string(), body: z.string().nullable() });
const more = { id: 'id', store: memoryStore() } as const;

// A search has fields of the item.
resource('notes', Note, { ...more, search: ['title', 'body'] });
resource('notes', Note, { ...more, search: { fields: ['title'], language: 'english', order: 'relevance' } });
resource('notes', Note, { id: 'id', search: ['title'], provide: { list: ({ filters }) => (filters.search, []) } });

// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, search: ['title', 'bdy'] });
// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, search: { fields: ['titel'] } });
// @ts-expect-error a search has fields
resource('notes', Note, { ...more, search: { language: 'english' } });
// @ts-expect-error the search has no such option
resource('notes', Note, { ...more, search: { fields: ['title'], lang: 'english' } });
// @ts-expect-error the search has no such order
resource('notes', Note, { ...more, search: { fields: ['title'], order: 'rank' } });
// @ts-expect-error links of a search are not followed
resource('notes', Note, { ...more, links: { id: 'notes' }, search: ['id.title'] });

// Fields that a schema computes are fields, and the fields of its input are not.
const Computed = z
  .object({ id: z.number(), first: z.string(), last: z.string() })
  .transform(({ id, first, last }) => ({ id, name: `${first} ${last}` }))
  .pipe(z.object({ id: z.number(), name: z.string() }));
resource('people', Computed, { ...more, search: ['name'] });
// @ts-expect-error the item has no such field
resource('people', Computed, { ...more, search: ['first'] });

// A schema that accepts any member has any field.
resource('open', z.looseObject({ id: z.number() }), { ...more, search: ['title'] });

// The fields of entity tags and times, and the operations that are tools.
const custom = { close: { line: 'POST /{id}/close', handle: () => null } } as const;
resource('notes', Note, { ...more, cache: { etag: 'title', lastModified: 'body' } });
resource('notes', Note, { ...more, cache: { etag: false } });
resource('notes', Note, { ...more, custom, mcp: { operations: ['list', 'close'] } });
// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, cache: { etag: 'version' } });
// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, cache: { lastModified: 'changedAt' } });
// @ts-expect-error there is no such operation
resource('notes', Note, { ...more, custom, mcp: { operations: ['list', 'open'] } });

// Computed fields are an expression or a function with the types of the item.
resource('notes', Note, { ...more, computed: { title: (notes) => notes.map(({ id }) => id.toFixed()) } });
resource('notes', Note, { ...more, computed: { title: async (notes, { user }) => notes.map(() => user?.id ?? '') } });
resource('notes', Note, { ...more, computed: { title: { getSQL: () => null } } });
// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, computed: { name: () => [] } });
// @ts-expect-error the values are strings
resource('notes', Note, { ...more, computed: { title: (notes) => notes.map(({ title }) => title.length) } });
// @ts-expect-error the function returns a value for each item
resource('notes', Note, { ...more, computed: { title: () => 'title' } });

// Hooks have the types of the resource, and the names of its operations.
resource('notes', Note, {
  ...more,
  custom,
  on: {
    create: { before: ({ next }) => ({ title: next.title.trim() }), after: ({ next }) => void next.title },
    patch: { before: ({ previous, changes }) => ({ body: changes.body ?? previous.title }) },
    delete: { after: ({ previous, next }) => void [previous.title, next satisfies null] },
    close: { after: ({ next, result }) => void [next?.title, result] },
    '*': { after: ({ previous, next, user }) => void [previous?.title, next?.title, user?.id] },
  },
});
// @ts-expect-error there is no such operation
resource('notes', Note, { ...more, custom, on: { open: {} } });
// @ts-expect-error notes have no such field
resource('notes', Note, { ...more, on: { create: { before: () => ({ name: '' }) } } });
