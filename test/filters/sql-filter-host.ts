import { filter, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';

/** The tables of the tests, with the types that SQLite and PostgreSQL share. */
export const TABLES = `
  create table tasks (id integer primary key, title text not null, team text not null, place integer not null);
  create table votes (task integer not null references tasks, voter text not null, primary key (task, voter));
  insert into tasks values (1, 'Paint', 'core', 5), (2, 'Sand', 'core', 4), (3, 'Rig', 'core', 3), (4, 'Caulk', 'core', 2),
    (5, 'Patch', 'docs', 1);
  insert into votes values (1, 'ada'), (1, 'bob'), (2, 'ada'), (3, 'bob'), (5, 'ada'), (5, 'bob')`;

const Task = z.object({ id: z.int(), title: z.string(), team: z.string(), place: z.int() });

/** The value of each filter of {@link taskHost}. */
export const VOTER = z.enum(['ada', 'bob']).meta({ description: 'Has a vote of this user' });
export const VOTES = z.number().int().min(0);
export const VOTERS = z.array(VOTER);

type Filters = Readonly<Record<'votes' | 'voter' | 'voters' | 'mine' | 'from', ReturnType<typeof filter.sql>>>;

/**
 * Returns the configuration of a host with tasks of several teams, which are its tenants.
 *
 * @param store the store of the table `tasks`
 * @param filters the filters in SQL of its library
 */
export function taskHost(store: never, filters: Filters): HostConfig {
  return {
    log: false,
    api: {
      formats: ['json', 'jsonld', 'jsonapi', 'hal', 'csv', 'ndjson'],
      tenant: { value: ({ headers }) => headers.get('x-team'), field: 'team' },
    },
    resources: [
      resource('tasks', Task, {
        id: 'id',
        acceptQuery: true,
        order: { place: 'asc' },
        page: { by: 'cursor', size: 1, count: true },
        filters: { ...filters, title: filter.partial() },
        access: { parameters: { mine: ({ headers }: { headers: Headers }) => headers.has('x-user') } },
        store,
      }),
    ],
  };
}
