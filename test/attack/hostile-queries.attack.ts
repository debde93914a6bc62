import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAccounts } from './accounts.ts';
import { attackAll } from './attack-all.ts';
import { withKey } from './attacker.ts';

const MAX_BYTES = 5_000_000;
/** Addresses of this machine that have sent logins, which are limited by address. */
let addresses = 0;

attackAll('hostile queries and bodies', (attacker, target) => {
  const { user } = getAccounts(target);
  const list = target.application === 'atlas' ? 'cities' : 'issues';
  const field = target.application === 'atlas' ? 'name' : 'state';

  test('are rejected or answered with a bounded response, and the next client is served', async () => {
    const many = (count: number, callback: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => callback(index)).join('&');
    const deep = (depth: number): string => `filter${'[or][0]'.repeat(depth)}[${field}]=a`;
    for (const query of [
      ...['itemsPerPage=1000000', 'itemsPerPage=-1', 'itemsPerPage=1e9', 'page=999999999999', 'page=-1', 'page=NaN'],
      many(900, (index) => `${field}[]=${index}`),
      many(300, (index) => `or[${index}][${field}]=a`),
      many(500, (index) => `p${index}=1`),
      many(400, (index) => `order[x${index}]=asc`),
      deep(200),
      `or${'[0][or]'.repeat(150)}[0][${field}]=a`,
      `include=${'project.issues.'.repeat(200)}project`,
      `include=${'labels,'.repeat(900)}labels`,
      `fields=${'id,'.repeat(1500)}id`,
      `search=${'a '.repeat(2000)}`.replaceAll(' ', '+'),
      `search=${'"'.repeat(500)}${'('.repeat(500)}`.replaceAll('"', '%22'),
      `search=${'a*'.repeat(800)}`,
      `${field}=${'%25'.repeat(1500)}`,
      `${field}=${'_'.repeat(6000)}`,
      `${field}=%00&${field}=%ff%fe&${field}[__proto__]=1&__proto__[x]=1&constructor[prototype][x]=1`,
      `cursor=${'A'.repeat(7000)}`,
      'cursor=eyJhIjoxfQ&cursor=..',
      `${field}='%20or%201=1--&order[${field}]=asc;drop%20table%20issues`,
      `${'['.repeat(2000)}=1`,
      `a${'[a]'.repeat(2000)}=1`,
    ]) {
      const response = await attacker.send(`GET /api/${list}?${query}`, withKey(user));
      assert.ok(response.body.length < MAX_BYTES, `${query.slice(0, 60)}: ${response.body.length} bytes`);
    }
    await attacker.assertServed();
  });

  test('with bodies that are expensive to read are rejected', async () => {
    const types = [
      'application/json',
      'application/merge-patch+json',
      'application/json-patch+json',
      'application/vnd.api+json',
      'application/ld+json',
      'text/csv',
    ];
    const bodies = [
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
      `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
      `[${'{"op":"copy","from":"","path":"/a"},'.repeat(1_000)}{"op":"test","path":"","value":1}]`,
      `{"title":"${'a'.repeat(900_000)}"}`,
      `{"number":${'9'.repeat(100_000)}}`,
      `{"a":1e${'9'.repeat(1_000)}}`,
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
      '\ud800',
      '\u0000'.repeat(1_000),
      `title\n${'"a""'.repeat(50_000)}`,
      'a'.repeat(1_048_577),
    ];
    for (const type of types)
      for (const [index, body] of bodies.entries())
        for (const line of [`POST /api/${list}`, `PATCH /api/${list}/1`]) {
          const headers = { ...withKey(user).headers, 'Content-Type': type };
          const { status } = await attacker.send(line, { headers, body });
          assert.ok(status >= 400, `${line} ${type} body ${index}: ${status}`);
        }
    await attacker.assertServed();
  });

  test('with unusual names and passwords are rejected as logins', async () => {
    const headers = { 'Content-Type': 'application/json' };
    for (const name of [
      `${user.id}\0`,
      '\0',
      '\ud800',
      'x'.repeat(1_500),
      "' or 1=1--",
      '__proto__',
      '\u202e',
      '%00',
    ]) {
      const unusual = { username: name, password: name };
      const from = `127.2.0.${++addresses}`;
      const { status } = await attacker.send('POST /login', { headers, body: JSON.stringify(unusual), from });
      assert.ok([400, 401, 429].includes(status), `${JSON.stringify(name.slice(0, 40))}: ${status}`);
    }
    await attacker.assertServed();
  });

  test('with unusual headers are answered', async () => {
    for (const headers of [
      { Accept: `${'text/html;q=0.1,'.repeat(800)}*/*` },
      { Accept: `a/${'b'.repeat(8_000)}` },
      { 'Accept-Language': `${'de-DE;q=0.5,'.repeat(800)}x` },
      { 'Accept-Encoding': 'gzip;q=1.000000,'.repeat(500) },
      { Cookie: 'a=b; '.repeat(2_000) },
      { 'If-None-Match': `${'"a",'.repeat(3_000)}"b"` },
      { Range: `bytes=${'0-1,'.repeat(2_000)}5-6` },
      { 'Content-Type': `multipart/form-data; boundary=${'-'.repeat(5_000)}` },
      { Authorization: `Bearer ${'a.'.repeat(3_000)}` },
      { Authorization: `Basic ${'A'.repeat(8_000)}` },
      { Forwarded: 'for=1,'.repeat(1_500) },
      { 'X-Forwarded-For': '1.1.1.1,'.repeat(1_500) },
      { Prefer: 'return=minimal,'.repeat(800) },
    ])
      await attacker.send(`GET /api/${list}`, { headers });
    await attacker.assertServed();
  });
});
