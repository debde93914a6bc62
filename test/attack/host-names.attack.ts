import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { attackAll } from './attack-all.ts';
import { comparable } from './attacker.ts';

const EVIL = 'evil.example';

/** Headers that are not part of the key of a cache. */
const UNKEYED: readonly Readonly<Record<string, string>>[] = [
  { 'X-Forwarded-Host': EVIL },
  { 'X-Forwarded-Proto': 'gopher' },
  { 'X-Forwarded-Port': '1' },
  { 'X-Forwarded-Prefix': `//${EVIL}` },
  { 'X-Forwarded-Server': EVIL },
  { 'X-Forwarded-Scheme': 'nothttps' },
  { Forwarded: `host=${EVIL};proto=http` },
  { 'X-Host': EVIL, 'X-Original-Host': EVIL, 'X-HTTP-Host-Override': EVIL },
  { 'X-Original-URL': '/session', 'X-Rewrite-URL': '/session' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'POST', 'X-HTTP-Method': 'PUT' },
  { 'X-Forwarded-For': `${EVIL}, 1.2.3.4`, 'X-Real-IP': '1.2.3.4', 'True-Client-IP': '1.2.3.4' },
  { Referer: `https://${EVIL}/`, 'User-Agent': EVIL, Via: `1.1 ${EVIL}` },
  { 'X-Wap-Profile': `http://${EVIL}/x`, 'X-Amz-Website-Redirect-Location': `http://${EVIL}/` },
];

attackAll('host names and caches', (attacker, { application, mode, port }) => {
  test('a name that the host does not serve is rejected', async () => {
    for (const Host of [
      EVIL,
      `${EVIL}:${port}`,
      `127.0.0.1.${EVIL}`,
      `127.0.0.1@${EVIL}`,
      `${EVIL}#127.0.0.1`,
      'a'.repeat(300),
    ]) {
      const response = await attacker.send('GET /api/docs.json', { headers: { Host } });
      assert.ok([400, 421].includes(response.status), `${Host.slice(0, 40)}: ${response.status}`);
      assert.doesNotMatch(response.get('location') ?? '', new RegExp(EVIL));
      assert.doesNotMatch(response.get('cache-control') ?? '', /public|max-age=[1-9]/);
    }
  });

  test('two names, or another name in the target, are rejected', async () => {
    for (const head of [
      `GET /api/docs.json HTTP/1.1\r\nHost: ${attacker.name}\r\nHost: ${EVIL}`,
      `GET /api/docs.json HTTP/1.1\r\nHost: ${attacker.name}, ${EVIL}`,
      `GET http://${EVIL}/api/docs.json HTTP/1.1\r\nHost: ${attacker.name}`,
      `GET /api/docs.json HTTP/1.1\r\nHost: ${attacker.name}\r\n Host: ${EVIL}`,
      'GET /api/docs.json HTTP/1.1\r\nX: 1',
    ]) {
      const { text } = await exchange(port, `${head}\r\nConnection: close\r\n\r\n`, 1_500);
      // nginx replaces Host by the name in the target, or passes the name in Host on.
      const [status = 400] = statuses(text);
      if (mode === 'nginx' && status === 200) assert.equal(text.includes(EVIL), false, head);
      else assert.ok([400, 421].includes(status), `${head}: ${status}`);
    }
  });

  const pages =
    application === 'atlas'
      ? ['/api/countries/FI', '/api/countries?continent=Europe', '/api/countries/FI.jsonld', '/api/docs.json', '/live']
      : ['/', '/api/docs.json', '/api/issues', '/nowhere'];

  test('headers outside of the cache key do not change a response (cache poisoning)', async () => {
    for (const page of pages) {
      const clean = await attacker.send(`GET ${page}`);
      for (const headers of UNKEYED) {
        const response = await attacker.send(`GET ${page}`, { headers });
        const label = `${page} ${JSON.stringify(headers)}`;
        // A contradiction of a trusted proxy is an error, which no cache stores.
        if (response.status === 400) assert.doesNotMatch(response.get('cache-control') ?? '', /public/, label);
        else assert.deepEqual(comparable(response), comparable(clean), label);
        if (!headers['Referer']) assert.equal(response.text.includes(EVIL), false, label);
      }
    }
  });

  test('responses that depend on a header name it in Vary, and personal ones are private', async () => {
    for (const page of pages) {
      const anonymous = await attacker.send(`GET ${page}`);
      for (const headers of [
        { Accept: 'text/csv' },
        { 'Accept-Language': 'de' },
        { 'Accept-Encoding': 'gzip' },
        { Origin: `https://${EVIL}` },
      ]) {
        const response = await attacker.send(`GET ${page}`, { headers });
        const [header] = Object.keys(headers) as [string];
        const differs = !response.body.equals(anonymous.body) || response.status !== anonymous.status;
        const vary = (response.get('vary') ?? '').toLowerCase();
        if (differs && response.status < 400)
          assert.ok(vary.includes(header.toLowerCase()), `${page} ${header}: ${vary}`);
      }
    }
    const personal = await attacker.send('GET /session');
    assert.match(personal.get('cache-control') ?? '', /private|no-store/);
  });

  test('a path that looks like a static file is not cached (cache deception)', async () => {
    for (const suffix of ['/x.css', '%2fx.css', ';x.css', '.css', '/..%2fx.js', '%00.css', '%0ax.css'])
      for (const path of ['/session', '/api/issues', '/api/notes']) {
        const response = await attacker.send(`GET ${path}${suffix}`);
        assert.doesNotMatch(response.get('cache-control') ?? '', /public|s-maxage/, path + suffix);
      }
  });
});
