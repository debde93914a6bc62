/** Type tests for custom operations. Each `@ts-expect-error` must be followed by a type error. */
import { file, HttpResponse, memoryStore, resource, where } from 'oriel-host';
import type { CustomInput, ResourceStore } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.number(), title: z.string(), body: z.string().nullable() });
type Note = z.infer<typeof Note>;
const Count = z.object({ notes: z.number() });
const State = z.object({ state: z.enum(['open', 'closed']), steps: z.array(z.object({ n: z.literal(1) })) });
const store: ResourceStore<Note> = memoryStore();
const more = { id: 'id', store } as const;
// Whether both are the same type, `any` included.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isSame = <A, B>(same: Same<A, B>): boolean => same;

// The line and the schemas of an operation determine the input of its function.
resource('notes', Note, {
  ...more,
  custom: {
    publish: {
      line: 'POST /{id}/publish',
      input: z.object({ reason: z.string().default('–') }),
      query: z.object({ loud: z.coerce.boolean() }),
      access: ({ item, body, user }) => user !== null && item.title !== '' && body.reason !== '',
      handle: ({ item, body, query, id, uri, user, scope }) => {
        isSame<typeof item, Note>(true);
        isSame<typeof body, { reason: string }>(true);
        isSame<typeof query, { loud: boolean }>(true);
        isSame<typeof id, number>(true);
        uri.id satisfies string;
        return { ...item, ...scope, title: `${body.reason} ${user?.id}` };
      },
    },
    count: {
      line: 'GET /count',
      output: Count,
      access: () => where<Note>({ title: 'Harbour' }),
      handle: async ({ item, id, body, query }) => {
        isSame<[typeof item, typeof id, typeof body], [undefined, undefined, undefined]>(true);
        isSame<typeof query, Readonly<Record<string, unknown>>>(true);
        return { notes: 1 };
      },
    },
    pages: { line: 'GET /{id}/pages/{page<\\d+>}', output: z.string(), handle: ({ uri }) => uri.page },
  },
  on: { publish: { after: ({ previous, next }) => void [previous?.title, next?.title] } },
});

// Several keys are one identifier, and the path of a resource has variables.
resource('notes', Note, {
  id: ['id', 'title'],
  path: '/books/{book}/notes',
  custom: {
    print: {
      line: 'POST /{id}/print',
      output: false,
      handle: ({ id, uri }) => {
        isSame<typeof id, Pick<Note, 'id' | 'title'>>(true);
        return uri.book;
      },
    },
  },
});

// A function that is declared elsewhere has the same input.
const rename = ({ item, body, user, query }: CustomInput<Note, { title: string }>) => ({
  ...item,
  title: `${body.title} ${user?.id} ${String(query['loud'])}`,
});
const count = (input: CustomInput) => ({ notes: Object.keys({ ...input }).length });
const input = z.object({ title: z.string() });
resource('notes', Note, {
  ...more,
  custom: {
    rename: { line: 'POST /{id}/rename', input, handle: rename },
    count: { line: 'GET /count', output: Count, handle: count },
    // @ts-expect-error the operation has no body
    untitled: { line: 'POST /{id}/untitled', handle: rename },
    // @ts-expect-error the operation has no item
    missing: { line: 'POST /missing', input, handle: rename },
  },
});

// A function returns the item or a value of its output, nothing, or a response.
resource('notes', Note, {
  ...more,
  custom: {
    item: { line: 'POST /{id}/item', handle: ({ item }) => item },
    none: { line: 'POST /{id}/none', handle: () => {} },
    patch: { line: 'POST /{id}/patch', handle: (input) => store.patch!({ id: input.id }, { title: '' }, input) },
    response: { line: 'GET /{id}/response', handle: () => new HttpResponse(200) },
    file: { line: 'GET /{id}/file', output: z.file(), handle: ({ item }) => file(item.title) },
    state: { line: 'GET /state', output: State, handle: () => ({ state: 'open', steps: [{ n: 1 }] }) },
    states: {
      line: 'GET /states',
      output: z.array(State),
      handle: async ({ query }) => [{ state: 'open', steps: [], query }],
    },
    ignored: { line: 'POST /ignored', output: false, handle: () => 5 },
    // @ts-expect-error there is no such state
    other: { line: 'GET /other', output: State, handle: () => ({ state: 'other', steps: [] }) },
    // @ts-expect-error the result is a list
    empty: { line: 'GET /empty', output: State, handle: () => [] },
    // @ts-expect-error the result has members
    nothing: { line: 'GET /nothing', output: State, handle: () => ({}) },
    // @ts-expect-error the output is not null
    missing: { line: 'POST /{id}/missing', output: Count, handle: async () => null },
    // @ts-expect-error a note has other members
    part: { line: 'POST /{id}/part', handle: ({ item }) => ({ id: item.id }) },
    // @ts-expect-error `notes` is a number
    text: { line: 'GET /text', output: Count, handle: () => ({ notes: '1' }) },
    // @ts-expect-error the output is a list
    list: { line: 'GET /list', output: z.array(Note), handle: ({ user }) => ({ user }) },
  },
});

const handle = () => {};
// @ts-expect-error there is no such option
resource('notes', Note, { ...more, custom: { close: { line: 'POST /{id}/close', transction: true, handle } } });
// @ts-expect-error an operation has a line
resource('notes', Note, { ...more, custom: { close: { handle } } });
// @ts-expect-error an operation has a function
resource('notes', Note, { ...more, custom: { close: { line: 'POST /{id}/close' } } });
