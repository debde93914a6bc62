import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { excerptOfSecret } from '../safety/support/leaks.ts';
import { createPlanter } from '../safety/support/planter.ts';
import { SECRET_REQUESTS } from '../safety/support/secret-requests.ts';
import { attackAll } from './attack-all.ts';
import { INTERNAL_TEXT, PROFILER_KEY } from './hosts/attacked.ts';
import { readStoredProfiles } from './read-stored-profiles.ts';

// Needs a setting that the examples do not have.
const LEFT_OUT = 'a name that only this application redacts';
const VIEWS = ['', '.json', '.md', '/export/har', '/export/curl', '/export/html'];

attackAll('secrets', (attacker, target) => {
  const { application, mode } = target;
  const isRecorded = mode === 'development' || application === 'atlas';
  const key = mode === 'development' ? {} : { Authorization: `Bearer ${PROFILER_KEY}` };

  test('in requests are in no log, profile or error', async () => {
    const { planter, secrets } = createPlanter(31);
    const tokens: string[] = [];
    for (let round = 0; round < 3; round++)
      for (const [kind, create] of Object.entries(SECRET_REQUESTS)) {
        if (kind === LEFT_OUT) continue;
        const { line, headers, body } = create(planter);
        const signed = isRecorded && mode !== 'development' ? { 'X-Debug-Record': signRecordHeader(PROFILER_KEY) } : {};
        const response = await attacker.send(line, { headers: { ...headers, ...signed }, body });
        const token = response.get('x-debug-token');
        if (token !== undefined) tokens.push(token);
        // Logins are rejected with 401 and never repeat credentials.
        if (response.status === 401) assert.equal(excerptOfSecret(response.text), undefined, kind);
      }
    assert.ok(secrets.length > 100);
    assert.equal(tokens.length > 50, isRecorded);
    assert.equal(excerptOfSecret(attacker.output()), undefined, 'the log');
    if (!isRecorded) return;
    for (const token of tokens)
      for (const view of VIEWS) {
        const { text } = await attacker.send(`GET /_profiler/${token}${view}`, { headers: key });
        assert.equal(excerptOfSecret(text), undefined, `${token}${view}`);
      }
    const stored = await readStoredProfiles(target);
    assert.ok(stored.includes('/echo'));
    assert.equal(excerptOfSecret(stored), undefined, 'the store of profiles');
  });

  test(`of the server are ${mode === 'development' ? 'shown to this machine only' : 'in no error'}`, async () => {
    for (const Accept of [
      'text/html',
      'application/json',
      'application/problem+json',
      'text/markdown',
      'text/plain',
      '*/*',
    ])
      for (const headers of [
        {},
        { 'X-Debug': '1' },
        { 'X-Forwarded-For': '127.0.0.1' },
        { Origin: 'https://evil.example' },
      ]) {
        const response = await attacker.sendAny('GET /attack/fails', { headers: { Accept, ...headers } });
        assert.equal(response.status, 500);
        const mayShow = mode === 'development' && Object.keys(headers).every((other) => other === 'X-Debug');
        const parts =
          response.text.includes(INTERNAL_TEXT.replaceAll('"', '&quot;')) ||
          /ledger_of|secret\.key|attacked\.ts/.test(response.text);
        assert.equal(parts, mayShow, `${Accept} ${JSON.stringify(headers)}`);
      }
    assert.match(attacker.output(), /ledger_of_the_attacked_host/);
  });

  test('of the server are not in its configuration, documents or headers', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/docs.json',
      '/api/docs',
      '/metrics',
      '/healthz',
      '/livez',
      '/readyz',
      '/server-status',
      '/.env',
      '/session',
    ]) {
      const { headers, text } = await attacker.send(`GET ${path}`);
      const all = `${headers.map((header) => header.join(': ')).join('\n')}\n${text}`;
      assert.doesNotMatch(
        all,
        /a secret of the attacked hosts|argon2id|x-powered-by|public-demo-key|\/tmp\/oriel/i,
        path,
      );
    }
  });
});
