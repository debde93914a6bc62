import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { headerAuthenticator } from '../hub/live-host.ts';

const Project = z.object({ id: z.int(), owner: z.string() });
const Issue = z.object({ id: z.int(), project: z.int(), title: z.string() });

test('items of a parent that the scope of a store hides are not found, whatever the method', async (t) => {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table projects (id integer primary key, owner text not null);
    insert into projects values (1, 'ada'), (2, 'bob');
  `);
  const database = new Kysely<{ projects: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  await using host = defineHost({
    resources: [
      resource('projects', Project, {
        id: 'id',
        access: { write: 'user' },
        store: sqlStore(database, 'projects', { scope: ({ principal }) => ({ owner: principal?.id ?? '' }) }),
      }),
      resource('issues', Issue, {
        id: 'id',
        path: '/projects/{project}/issues',
        parent: { project: 'project' },
        links: { project: 'projects' },
        access: { write: 'user' },
        store: memoryStore([
          { id: 1, project: 1, title: 'hers' },
          { id: 2, project: 2, title: 'his' },
        ]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
  const statuses = async (id: number): Promise<number[]> => {
    const requests = [
      ['GET', `/api/projects/${id}/issues`],
      ['GET', `/api/projects/${id}/issues/${id}`],
      ['PATCH', `/api/projects/${id}/issues/${id}`],
      ['DELETE', `/api/projects/${id}/issues/${id}`],
    ];
    const found: number[] = [];
    for (const [method = '', path = ''] of requests) {
      const headers = { 'X-User': 'ada', 'Content-Type': 'application/merge-patch+json' };
      const body = method === 'PATCH' ? { body: '{"title":"x"}' } : {};
      found.push((await host.fetch(new Request(`http://localhost${path}`, { method, headers, ...body }))).status);
    }
    return found;
  };
  assert.deepEqual(await statuses(1), [200, 200, 200, 204]);
  assert.deepEqual(await statuses(2), [404, 404, 404, 404]);
});
