import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES, startTracker } from './test-tracker.ts';
import type { Row, TestTracker } from './test-tracker.ts';

const LISTS = ['organisations', 'users', 'projects', 'labels', 'issues', 'comments', 'attachments', 'webhooks'];

for (const kind of DATABASES) {
  const tracker = await startTracker(kind);
  const isSkipped = typeof tracker === 'string';
  describe(`two organisations on ${kind}`, { skip: isSkipped && tracker }, async () => {
    if (isSkipped) return;
    const { read, send } = tracker;

    it('see their own items only, in every list and format', async () => {
      await fill(tracker);
      for (const list of LISTS) {
        for (const [user, organisation, other] of [
          ['ada', 'acme', 'globex'],
          ['eve', 'globex', 'acme'],
        ] as const) {
          const items = await read<Row[]>(user, `GET /api/${list}`);
          ok(items.length > 0, list);
          for (const item of items) equal(item[list === 'organisations' ? 'id' : 'organisation'], organisation, list);
          for (const format of ['jsonld', 'jsonapi', 'csv']) {
            const response = await send(user, `GET /api/${list}.${format}`);
            equal(response.status, 200, `${list}.${format}`);
            equal((await response.text()).includes(other), false, `${list}.${format}`);
          }
        }
      }
    });

    it('get 404 for items of the other one, and do not change them', async () => {
      for (const list of LISTS) {
        const [item] = await read<Row[]>('eve', `GET /api/${list}`);
        const path = `/api/${list}/${item!.id}`;
        equal((await send('ada', `GET ${path}`)).status, 404, path);
        if (['organisations', 'users'].includes(list)) continue;
        equal((await send('ada', `DELETE ${path}`)).status, 404, path);
        deepEqual(await read('eve', `GET ${path}`), item);
      }
      equal((await send('ada', 'GET /api/projects/plane/issues')).status, 404);
      equal((await send('ada', 'POST /api/projects/plane/issues', { title: 'x' })).status, 404);
      equal((await send('ada', 'POST /api/issues/plane-1/comments', { text: 'x' })).status, 404);
    });

    it('cannot link to items of the other one, nor move items there', async () => {
      for (const body of [
        { title: 'x', project: '/api/projects/plane' },
        { title: 'x', project: '/api/projects/boat', labels: ['/api/labels/globex-bug'] },
        { title: 'x', project: '/api/projects/boat', assignee: '/api/users/eve' },
        { title: 'x', project: '/api/projects/boat', organisation: 'globex' },
      ])
        equal((await send('ada', 'POST /api/issues', body)).status, 422, JSON.stringify(body));
      equal((await send('ada', 'PATCH /api/issues/boat-1', { labels: ['/api/labels/globex-bug'] })).status, 422);
      equal((await send('ada', 'PATCH /api/issues/boat-1', { organisation: 'globex' })).status, 422);
    });

    it('do not find items through filters', async () => {
      for (const query of ['labels=globex-urgent', 'project.name=Plane', 'assignee=eve', 'search=rattles'])
        deepEqual(await read('ada', `GET /api/issues?${query}`), [], query);
    });
  });
}

/** Adds an item of each kind to both organisations. */
async function fill({ read }: TestTracker): Promise<void> {
  for (const [user, issue] of [
    ['ada', 'boat-1'],
    ['eve', 'plane-1'],
  ] as const) {
    await read(user, `POST /api/issues/${issue}/comments`, { text: 'Seen' });
    const form = new FormData();
    form.set('content', new File(['1'], 'log.txt', { type: 'text/plain' }));
    await read(user, `POST /api/issues/${issue}/attachments`, form);
    await read(user, 'POST /api/webhooks', { url: 'https://hooks.example/', secret: 'a secret of the receiver' });
  }
}
