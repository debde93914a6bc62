/** Type tests for filters and links of the client. Each `@ts-expect-error` must be followed by a type error. */
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { client } from 'oriel-client';
import { z } from 'zod';

const Task = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(['open', 'done']),
  level: z.literal(['low', 'high']).nullable(),
  code: z.string().brand<'Code'>(),
  urgent: z.boolean(),
  due: z.iso.datetime(),
  owner: z.int(),
  watchers: z.array(z.int()),
  list: z.int(),
});
const tasks = resource('tasks', Task, {
  id: 'id',
  store: memoryStore(),
  links: { owner: 'tasks', watchers: 'tasks', list: { to: 'tasks', as: 'id' } },
  filters: {
    state: filter.exact(),
    level: filter.exact(),
    status: filter.exact('state'),
    id: filter.exact(),
    number: filter.exact<number>('id'),
    title: filter.exact(),
    code: filter.exact(),
    urgent: filter.exact(),
    owner: filter.exact(),
    watchers: filter.exact(),
    'owner.state': filter.exact(),
    due: filter.date(),
    exclude: filter.exclude(['state', 'owner']),
    size: filter.range('id'),
  },
  custom: {
    assign: {
      line: 'POST /{id}/assign',
      input: z.object({ owner: z.int(), watchers: z.array(z.int()).optional(), list: z.int(), note: z.string() }),
      handle: ({ item }) => item,
    },
    move: { line: 'POST /move', input: z.object({ owner: z.int() }).optional(), output: false, handle: () => {} },
  },
  provide: {
    list({ filters }) {
      filters.due?.gte satisfies string | undefined;
      filters.state satisfies string | readonly string[] | undefined;
      filters.number satisfies number | readonly number[] | undefined;
      return [];
    },
  },
});
const host = defineHost({ resources: [tasks] });
const api = client<typeof host>('http://localhost/api');

void api.tasks.list({ due: { after: '2026-01-01', strictly_before: '2027-01-01' } });
void api.tasks.list({ exclude: { state: ['open', 'done'], owner: 1 } });
// @ts-expect-error the filter excludes no values of this field
void api.tasks.list({ exclude: { title: 'x' } });
void api.tasks.list({ due: { before: '2026-01-01', strictly_after: '2025-01-01' } });
// @ts-expect-error dates have other bounds than numbers
void api.tasks.list({ due: { gte: '2026-01-01' } });
void api.tasks.list({ size: { gt: 1, lte: 2 } });
void api.tasks.list({ size: { between: '1..2' } });
// @ts-expect-error numbers have other bounds than dates
void api.tasks.list({ size: { after: '1' } });

void api.tasks.list({ state: 'open', level: ['low', 'high'], status: 'done' });
// @ts-expect-error the state does not exist
void api.tasks.list({ state: 'opened' });
// @ts-expect-error the state does not exist
void api.tasks.list({ state: ['open', 'opened'] });
// @ts-expect-error the level does not exist
void api.tasks.list({ level: 'middle' });
// @ts-expect-error the field of the filter has no such state
void api.tasks.list({ status: 'opened' });
void api.tasks.list({ id: 1, number: 2, title: 'a', code: 'b', urgent: true, 'owner.state': 'open' });
void api.tasks.list({ id: '1', urgent: 'true', owner: '/api/tasks/1', watchers: ['/api/tasks/1'] });
// @ts-expect-error an identifier is not a boolean
void api.tasks.list({ id: true });

void api.tasks.assign({ id: 1, body: { owner: '/api/tasks/1', watchers: ['/api/tasks/2'], list: 3, note: 'a' } });
void api.tasks.assign({ id: 1, body: { owner: '/api/tasks/1', list: 3, note: 'a' } });
// @ts-expect-error a link is an IRI
void api.tasks.assign({ id: 1, body: { owner: 1, list: 3, note: 'a' } });
// @ts-expect-error a list of links has IRIs
void api.tasks.assign({ id: 1, body: { owner: '/api/tasks/1', watchers: [2], list: 3, note: 'a' } });
void api.tasks.move();
void api.tasks.move({ body: { owner: '/api/tasks/1' } });
// @ts-expect-error a link is an IRI
void api.tasks.move({ body: { owner: 1 } });
