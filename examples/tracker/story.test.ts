import { deepEqual, equal, match } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { DATABASES, startTracker } from './test-tracker.ts';
import type { Row } from './test-tracker.ts';

for (const kind of DATABASES) {
  const tracker = await startTracker(kind);
  const isSkipped = typeof tracker === 'string';
  describe(`the tracker on ${kind}`, { skip: isSkipped && tracker }, () => {
    if (isSkipped) return;
    const { host, read, send, sent, flush } = tracker;

    it('serves a browser: login, a project, an issue with labels, a comment, and logout', async () => {
      const post = (path: string, body: object, headers = {}) =>
        host.fetch(
          new Request(`http://localhost${path}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Origin: 'http://localhost', ...headers },
            body: JSON.stringify(body),
          }),
        );
      const login = await post('/login', { username: 'ada', password: 'lovelace' });
      equal(login.status, 200);
      const Cookie = login.headers.get('Set-Cookie')!.split(';')[0]!;
      const session = await host.fetch(new Request('http://localhost/session', { headers: { Cookie } }));
      const { token, ...user } = (await session.json()) as { token: string };
      deepEqual(user, { id: 'ada', roles: ['admin'], organisation: 'acme' });

      const headers = { Cookie, 'X-CSRF-Token': token };
      const create = async (path: string, body: object) => {
        const response = await post(path, body, headers);
        equal(response.status, 201, path);
        return { path: response.headers.get('Location')!, item: (await response.json()) as Row };
      };
      equal((await post('/api/projects', { name: 'Raft' }, { Cookie })).status, 403);
      const project = await create('/api/projects', { name: 'Raft' });
      const label = await create('/api/labels', { name: 'leak' });
      const body = { title: 'Water in the hull', labels: [label.path, '/api/labels/acme-urgent'] };
      const issue = await create(`${project.path}/issues`, body);
      const { id, labels, updatedAt, ...rest } = issue.item as Row & { labels: string[]; updatedAt: string };
      equal(issue.path, `/api/issues/${id}`);
      deepEqual(labels.toSorted(), body.labels.toSorted());
      match(updatedAt, /^\d{4}-.*Z$/);
      deepEqual(rest, {
        ...{ organisation: 'acme', project: project.path, number: 1, title: body.title, text: '' },
        ...{ state: 'open', assignee: null, createdBy: '/api/users/ada' },
      });
      const comment = await create(`${issue.path}/comments`, { text: 'Under the mast' });
      equal(comment.item['issue'], issue.path);
      equal((await post('/logout', {}, headers)).status, 204);
      equal((await post('/api/labels', { name: 'x' }, headers)).status, 401);
    });

    it('finds issues by the name of a label, by words, by project, and by their comments', async () => {
      const titles = async (query: string) => {
        const issues = await read<Row[]>('ben', `GET /api/issues?${query}`);
        return issues.map(({ title }) => title);
      };
      deepEqual(await titles('labels.name=leak'), ['Water in the hull']);
      deepEqual(await titles('labels.name=bug&search=PUMP+bilge'), ['The bilge pump stops']);
      deepEqual(await titles('search=%22pump+bilge%22'), []);
      deepEqual(await titles('search=water+-hull'), []);
      deepEqual(await titles('search=water+or+stops&order[title]=asc'), ['The bilge pump stops', 'Water in the hull']);
      deepEqual(await titles('project.name=Raft&state=open'), ['Water in the hull']);
      deepEqual(await titles('exists[labels]=false'), []);
      deepEqual(await titles('commented=true'), ['Water in the hull']);
      deepEqual(await titles('commented=false&search=pump'), ['The bilge pump stops']);
      equal((await send('ben', 'GET /api/issues?commented=maybe')).status, 400);
    });

    it('includes the labels, the project and the author of an issue in JSON:API', async () => {
      const document = await read<{ included: { type: string; id: string }[] }>(
        'ben',
        'GET /api/issues/boat-1.jsonapi?include=labels,project,createdBy',
      );
      deepEqual(document.included.map(({ type, id }) => `${type}/${id}`).toSorted(), [
        ...['labels/acme-bug', 'projects/boat', 'users/ada'],
      ]);
    });

    it('counts the numbers of a project also if several issues are created at once', async () => {
      const project = await read('ada', 'POST /api/projects', { name: 'Fleet' });
      const line = `POST /api/projects/${project.id}/issues`;
      const issues = await Promise.all(['a', 'b', 'c', 'd'].map((title) => read('ben', line, { title })));
      deepEqual(new Set(issues.map(({ number }) => number)), new Set([1, 2, 3, 4]));
    });

    it('lets a machine exchange its API key for a token', async () => {
      const { token } = await read<{ token: string }>('ben', 'POST /tokens');
      const headers = { Authorization: `Bearer ${token}` };
      const response = await host.fetch(new Request('http://localhost/api/issues/boat-1', { headers }));
      equal(((await response.json()) as Row).id, 'boat-1');
      const refused = { Authorization: `Bearer ${token.slice(0, -5)}AAAAA` };
      equal((await host.fetch(new Request('http://localhost/session', { headers: refused }))).status, 401);
    });

    it('stores an attachment and sends it as a download', async () => {
      const form = new FormData();
      form.set('content', new File(['<script>1</script>'], 'a "log".html', { type: 'text/html' }));
      const created = await read('ben', 'POST /api/issues/boat-1/attachments', form);
      deepEqual([created['name'], created['size'], created['createdBy']], ['a "log".html', 18, '/api/users/ben']);
      const path = `/api/attachments/${created.id}`;
      const download = await send('ada', `GET ${path}/content`);
      match(download.headers.get('Content-Disposition')!, /^attachment;/);
      equal(await download.text(), '<script>1</script>');
      equal((await send('eve', `GET ${path}/content`)).status, 404);
      equal((await send('ben', `DELETE ${path}`)).status, 204);
      equal((await send('ben', `GET ${path}/content`)).status, 404);
    });

    it('sends each change once to the webhooks of the organisation, with a signature', async () => {
      const secret = 'a secret of the receiver';
      const webhook = await read('ada', 'POST /api/webhooks', { url: 'https://hooks.example/acme', secret });
      equal(webhook['secret'], undefined);
      await read('eve', 'POST /api/webhooks', { url: 'https://hooks.example/globex', secret });
      const issue = await read('ben', 'POST /api/projects/boat/issues', { title: 'Rope' });
      await read('ben', `PATCH /api/issues/${issue.id}`, { state: 'closed' });
      equal((await send('ben', 'POST /api/projects/boat/issues', { title: '' })).status, 422);
      await flush();
      await flush();
      const bodies = await Promise.all(sent.map((request) => request.clone().text()));
      const events = bodies.map((body) => JSON.parse(body) as { event: string; data: Row });
      deepEqual(
        events.map(({ event, data }) => [event, data.id, data['state']]),
        [
          ['issue.created', issue.id, 'open'],
          ['issue.changed', issue.id, 'closed'],
        ],
      );
      for (const [index, request] of sent.entries()) {
        equal(request.url, 'https://hooks.example/acme');
        const signature = createHmac('sha256', secret).update(bodies[index]!).digest('hex');
        equal(request.headers.get('X-Tracker-Signature'), `sha256=${signature}`);
      }
    });

    it('sends changes of issues to subscribers of the organisation only', async () => {
      const streams: Record<string, ReadableStreamDefaultReader<string>> = {};
      for (const user of ['ben', 'eve']) {
        const list = await send(user, 'GET /api/issues');
        const Cookie = list.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0]!)
          .join('; ');
        const path = `/.well-known/mercure?match_urlpattern=${encodeURIComponent('/api/issues/:id')}`;
        const stream = await host.fetch(new Request(`http://localhost${path}`, { headers: { Cookie } }));
        equal(stream.status, 200);
        streams[user] = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      }
      await read('ben', 'PATCH /api/issues/boat-1', { title: 'The pump' });
      await read('eve', 'PATCH /api/issues/plane-1', { title: 'The door' });
      match(await readUntil(streams['ben']!, 'The pump'), /"@id":"\/api\/issues\/boat-1"/);
      const received = await readUntil(streams['eve']!, 'The door');
      equal(received.includes('The pump'), false);
      for (const reader of Object.values(streams)) await reader.cancel();
    });

    it('serves its page, with its own script only', async () => {
      const page = await host.fetch(new Request('http://localhost/'));
      match(page.headers.get('Content-Security-Policy')!, /default-src 'self'/);
      match(await page.text(), /<h1>Tracker<\/h1>/);
      equal((await host.fetch(new Request('http://localhost/tracker.js'))).status, 200);
    });
  });
}

async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string): Promise<string> {
  let received = '';
  while (!received.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended: ${received}`);
    received += value;
  }
  return received;
}
