/** Items whose grandparents the user cannot read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';
import { SECRET, headerAuthenticator, getCookies, receivedBy, openStream, send } from '../hub/live-host.ts';

const Org = z.object({ id: z.int(), owner: z.string() });
const Project = z.object({ id: z.int(), org: z.int() });
const Issue = z.object({ id: z.int(), project: z.int(), title: z.string() });
const Label = z.object({ id: z.int(), issue: z.int(), text: z.string() });

// Organizations 1 and 2 belong to ada and bob. The project, the issue and the label of the same number belong to it.
function nestedHost(): Host {
  return defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('orgs', Org, {
        id: 'id',
        access: { read: ({ user }) => user?.id === 'root' || where({ owner: user?.id ?? '' }), write: 'user' },
        store: memoryStore([
          { id: 1, owner: 'ada' },
          { id: 2, owner: 'bob' },
        ]),
      }),
      resource('projects', Project, {
        id: 'id',
        path: '/orgs/{org}/projects',
        parent: { org: 'org' },
        links: { org: 'orgs' },
        access: { write: 'user' },
        store: memoryStore([
          { id: 1, org: 1 },
          { id: 2, org: 2 },
        ]),
      }),
      resource('issues', Issue, {
        id: 'id',
        path: '/projects/{project}/issues',
        parent: { project: 'project' },
        links: { project: { to: 'projects', as: 'id' } },
        access: { write: 'user' },
        live: true,
        store: memoryStore([
          { id: 1, project: 1, title: 'hers' },
          { id: 2, project: 2, title: 'his' },
        ]),
      }),
      resource('labels', Label, {
        id: 'id',
        links: { issue: { to: 'issues', as: 'id' } },
        access: { write: 'user' },
        store: memoryStore(),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

const ADA = { 'X-User': 'ada' };
const ROOT = { 'X-User': 'root' };

test('items two levels below an item that the user cannot read are not found, whatever the method', async () => {
  await using host = nestedHost();
  const answers = async (id: number): Promise<string[]> => {
    const found: string[] = [];
    for (const [line, body] of [
      [`GET /api/projects/${id}/issues`],
      [`GET /api/projects/${id}/issues/${id}`],
      [`POST /api/projects/${id}/issues`, { id: 10, title: 'x' }],
      [`PATCH /api/projects/${id}/issues/${id}`, { title: 'x' }],
      [`DELETE /api/projects/${id}/issues/${id}`],
    ] as const) {
      const response = await send(host, line, body, ADA);
      const text = await response.text();
      found.push(response.ok ? `${response.status}` : `${response.status} ${text.replaceAll(String(id), '*')}`);
    }
    return found;
  };
  assert.deepEqual(await answers(1), ['200', '200', '201', '200', '204']);
  const hidden = await answers(2);
  assert.ok(
    hidden.every((text) => text.startsWith('404 ')),
    hidden.join('\n'),
  );
  assert.deepEqual(await answers(9), hidden);
});

test('a body cannot link to an item two levels below an item that the user cannot read', async () => {
  await using host = nestedHost();
  const label = (issue: number) => send(host, 'POST /api/labels', { id: issue, issue, text: 'x' }, ADA);
  assert.equal((await label(1)).status, 201);
  const [hidden, missing] = [await label(2), await label(9)];
  assert.equal(hidden.status, 422);
  assert.equal(await hidden.text(), await missing.text());
});

test('live updates of nested items are sent to users who can read all of their parents', async () => {
  await using host = nestedHost();
  const query = 'topic=/api/projects/{project}/issues/{id}&match=end';
  const cookie = async (headers: Record<string, string>): Promise<string> =>
    getCookies(await send(host, 'GET /api/projects/1/issues', undefined, headers));
  const ada = await openStream(host, query, await cookie(ADA));
  const anonymous = await openStream(host, query);
  const root = await openStream(host, query, await cookie(ROOT));
  assert.equal((await send(host, 'PATCH /api/projects/2/issues/2', { title: 'x' }, ROOT)).status, 200);
  assert.deepEqual(await receivedBy(host, ada), []);
  assert.deepEqual(await receivedBy(host, anonymous, 'anonymous'), []);
  assert.equal((await receivedBy(host, root, 'root')).length, 1);
});
