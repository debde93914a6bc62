import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAccounts } from './accounts.ts';
import { attackAll } from './attack-all.ts';
import { comparable, withKey } from './attacker.ts';
import type { ReceivedResponse } from '../safety/support/client.ts';

const MARK = 'zebra-crossing-of-acme';
const FORMATS = ['', '.json', '.jsonld', '.jsonapi', '.csv'];

attackAll(
  'rows of another tenant',
  (attacker, target) => {
    const { user, other } = getAccounts(target);
    const asOther = (line: string, body?: unknown, headers: Record<string, string> = {}) => {
      const options = withKey(other, body);
      return attacker.send(line, { ...options, headers: { ...options.headers, ...headers } });
    };

    test('are not in any list, item, link, include, filter or search', async () => {
      const issue = { title: MARK, project: '/api/projects/boat', labels: ['/api/labels/acme-bug'] };
      const { id } = await attacker.read<{ id: string }>(user, 'POST /api/issues', issue);
      await attacker.read(user, `POST /api/issues/${id}/comments`, { text: MARK });
      for (const list of [
        'organisations',
        'users',
        'projects',
        'labels',
        'issues',
        'comments',
        'attachments',
        'webhooks',
      ])
        for (const format of FORMATS) {
          const { text, status } = await asOther(`GET /api/${list}${format}?itemsPerPage=100`);
          assert.ok(status === 200 || status === 400, `${list}${format} ${status}`);
          assert.doesNotMatch(text, /zebra-crossing|acme|boat-1|"ada"|bilge/, list + format);
        }
      for (const query of [
        `search=${MARK}`,
        'project=boat',
        'project=%2Fapi%2Fprojects%2Fboat',
        'labels=acme-bug',
        'project.name=Boat',
        'assignee=ada',
        'organisation=acme',
        'include=project,labels&filter[project]=boat',
        'or[0][project]=boat&or[1][project]=plane',
      ])
        for (const format of ['', '.jsonapi'])
          assert.doesNotMatch(
            (await asOther(`GET /api/issues${format}?${query}`)).text,
            /zebra-crossing|acme-|boat-1/,
            query,
          );
    });

    test('get the response of an item that does not exist, for every method and format', async () => {
      const [item] = await attacker.read<{ id: string }[]>(user, `GET /api/issues?search=${MARK}`);
      const before = await attacker.read(user, `GET /api/issues/${item!.id}`);
      const missing = '00000000-0000-4000-8000-000000000000';
      const seen = async (
        method: string,
        id: string,
        suffix: string,
        headers: Record<string, string>,
        body?: unknown,
      ) => withoutName(await asOther(`${method} /api/issues/${id}${suffix}`, body, headers), id);
      for (const suffix of [...FORMATS, '/comments', '/attachments'])
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'])
          for (const headers of [
            {},
            { 'If-Match': '*' },
            { 'If-None-Match': '*' },
            { 'Content-Type': 'application/merge-patch+json' },
          ]) {
            const body = ['PUT', 'PATCH', 'POST'].includes(method)
              ? { title: 'x', text: 'x', state: 'closed' }
              : undefined;
            assert.deepEqual(
              await seen(method, item!.id, suffix, headers, body),
              await seen(method, missing, suffix, headers, body),
              `${method} ${suffix} ${JSON.stringify(headers)}`,
            );
          }
      assert.deepEqual(await attacker.read(user, `GET /api/issues/${item!.id}`), before);
    });

    test('cannot be linked to, and the tenant cannot be chosen', async () => {
      for (const body of [
        { title: 'x', project: '/api/projects/boat' },
        { title: 'x', project: '/api/projects/plane', labels: ['/api/labels/acme-bug'] },
        { title: 'x', project: '/api/projects/plane', assignee: '/api/users/ada' },
        { title: 'x', project: '/api/projects/plane', organisation: 'acme' },
      ])
        assert.equal((await asOther('POST /api/issues', body)).status, 422, JSON.stringify(body));
      for (const headers of [{ 'X-Tenant': 'acme' }, { 'X-Organisation': 'acme' }])
        assert.doesNotMatch((await asOther('GET /api/issues', undefined, headers)).text, /zebra-crossing/);
    });
  },
  ['tracker'],
);

attackAll('hidden fields and items', (attacker, target) => {
  const { application } = target;
  const { user, other } = getAccounts(target);

  test('hashes of passwords and keys are in no response', async () => {
    const { paths } = JSON.parse((await attacker.send('GET /api/docs.json')).text) as { paths: Record<string, object> };
    const lists = Object.keys(paths).filter((path) => path.startsWith('/api/') && !path.includes('{'));
    for (const list of lists)
      for (const account of [undefined, user, other]) {
        const response = await attacker.send(`GET ${list}`, account && withKey(account));
        assert.doesNotMatch(response.text, /argon2|sha256:|public-demo-key|"password"|"key_hash"/, list);
      }
    const users = application === 'tracker' ? 'users' : 'notes';
    // A hidden column gets the response of one that does not exist.
    const outcome = async (column: string) => {
      const response = await attacker.send(
        `GET /api/${users}?${column}=$&order[${column}]=asc&fields=${column}`,
        withKey(user),
      );
      const { status, text } = comparable(response);
      return [status, text.replaceAll(column, '*')];
    };
    assert.deepEqual(await outcome('password'), await outcome('qqqqqqqq'));
  });

  if (application === 'atlas')
    test('notes of another user do not exist', async () => {
      const note = { city: '/api/cities/658225', text: MARK };
      const { id } = await attacker.read<{ id: number }>(user, 'POST /api/notes', note);
      const line = (method: string, path: string | number) => `${method} /api/notes/${path}`;
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const body = ['PUT', 'PATCH'].includes(method) ? note : undefined;
        const seen = async (number: number) =>
          withoutName(
            await attacker.send(line(method, number), withKey(other, body)),
            `notes/${number}`,
            `\\"${number}\\"`,
          );
        assert.deepEqual(await seen(id), await seen(999_999), method);
      }
      assert.doesNotMatch((await attacker.send('GET /api/notes', withKey(other))).text, /zebra-crossing/);
      assert.equal((await attacker.send(line('GET', id))).status, 401);
      assert.equal((await attacker.read<{ text: string }>(user, line('GET', id))).text, MARK);
    });
});

/** Returns what a client sees of a response, without the identifier in the request, as each of the names. */
function withoutName(response: ReceivedResponse, ...names: readonly string[]): unknown {
  const { status, headers, text: body } = comparable(response);
  const replace = (element: string): string => names.reduce((text, name) => text.replaceAll(name, '*'), element);
  return {
    status,
    headers: headers.filter(([name]) => !/^content-length$/i.test(name!)).map((header) => header.map(replace)),
    text: replace(body),
  };
}
