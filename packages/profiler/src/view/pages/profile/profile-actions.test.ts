import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost({ key: 'open-sesame-with-32-bytes-or-more' });
after(() => host.close());
let token = '';
beforeEach(() => {
  storage.clear(true);
  const profiles = Array.from({ length: 10 }, () => createProfile('GET /books'));
  storage.write(profiles);
  token = profiles[0]!.summary.token;
});

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json', ...headers },
      redirect: 'manual',
    }),
  );

async function formToken(): Promise<string> {
  const page = await (
    await host.fetch(new Request(`http://localhost/_profiler/${token}`, { headers: { Accept: 'text/html' } }))
  ).text();
  return /name="form" value="([^"]+)"/.exec(page)![1]!;
}

describe('pinning a profile', () => {
  test('pins with a note, and unpins', async () => {
    const form = await formToken();
    const answer = await post(`/_profiler/${token}/pin`, `form=${form}&note=before+the+index`, {
      'Sec-Fetch-Site': 'same-origin',
      Origin: 'null',
    });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), `/_profiler/${token}`);
    assert.equal(storage.read(token)?.summary.note, 'before the index');
    await post(`/_profiler/${token}/unpin`, `form=${form}`);
    assert.equal(storage.read(token)?.summary.pinned, false);
  });

  test('needs no form token with the key in a header', async () => {
    assert.equal(
      (await post(`/_profiler/${token}/pin`, 'note=x', { Authorization: 'Bearer open-sesame-with-32-bytes-or-more' }))
        .status,
      303,
    );
    assert.equal(storage.read(token)?.summary.pinned, true);
  });

  test('is rejected if the limit of pins is reached', async () => {
    storage.pin(
      storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token,
      undefined,
    );
    storage.pin = () => false;
    const answer = await post(`/_profiler/${token}/pin`, `form=${await formToken()}`);
    delete (storage as Partial<typeof storage>).pin;
    assert.equal(answer.status, 409);
  });

  test('is rejected for an unknown token', async () =>
    assert.equal((await post('/_profiler/ffffff/pin', `form=${await formToken()}`)).status, 404));
});

describe('actions are rejected for', () => {
  const refused: [string, (form: string) => Promise<Response>, number][] = [
    ['a form without its token', () => post(`/_profiler/${token}/pin`, 'note=x'), 403],
    [
      'a page of another site',
      (form) => post(`/_profiler/${token}/pin`, `form=${form}`, { 'Sec-Fetch-Site': 'cross-site' }),
      403,
    ],
    [
      'a page of another port',
      (form) => post(`/_profiler/${token}/pin`, `form=${form}`, { Origin: 'http://localhost:5173' }),
      403,
    ],
    [
      'a key in the address alone',
      () => post(`/_profiler/${token}/pin?key=open-sesame-with-32-bytes-or-more`, ''),
      403,
    ],
    [
      'another kind of body',
      (form) => post(`/_profiler/${token}/pin`, `form=${form}`, { 'Content-Type': 'text/plain' }),
      415,
    ],
  ];
  for (const [who, send, status] of refused) {
    test(who, async () => {
      assert.equal((await send(await formToken())).status, status);
      assert.equal(storage.read(token)?.summary.pinned, false);
    });
  }

  test('a GET', async () => {
    for (const path of [`/_profiler/${token}/pin`, `/_profiler/${token}/unpin`, '/_profiler/clear']) {
      const answer = await host.fetch(new Request(`http://localhost${path}`));
      assert.equal(answer.status, 405, path);
      assert.match(answer.headers.get('allow')!, /POST/);
    }
  });
});

test('deleting profiles keeps pinned ones', async () => {
  storage.pin(token, undefined);
  assert.equal((await post('/_profiler/clear', `form=${await formToken()}`)).status, 303);
  assert.deepEqual(
    storage
      .find({ terms: [], sort: { by: 'time', descending: true }, limit: 100, cursor: undefined })
      .rows.map((row) => row.token),
    [token],
  );
});
