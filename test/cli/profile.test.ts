import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { isRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { toProfileToken } from '../../packages/profiler/src/store/profile-token.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { knownProfile } from '../profiler/known-profile.ts';
import { hostileProfile } from '../profiler/hostile-profile.ts';
import { HIDDEN_CHARACTERS } from '../profiler/outside-of-code.ts';
import { runOriel, createProject, startOriel } from './run-program.ts';

const SLOW = {
  token: '00000a',
  duration: 900,
  status: 500,
  url: 'http://localhost:8000/books',
  path: '/books',
  method: 'POST',
  exception: 'TypeError',
};

/** Creates a folder with a profile store that contains these profiles; no host is running. */
function createStore(t: TestContext, profiles: readonly Profile[], name = 'var/profiler.sqlite'): string {
  const folder = createProject(t, {});
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  const storage = new SqlProfileStorage({ file: join(folder, name) });
  // Like a host, writes in batches.
  for (let index = 0; index < profiles.length; index += 500)
    assert.equal(storage.write(profiles.slice(index, index + 500)), true);
  storage.close();
  return folder;
}

function recentProfile(
  summary: Partial<Profile['summary']> = {},
  rest: Parameters<typeof knownProfile>[0] = {},
): Profile {
  return knownProfile({ ...rest, summary: { time: Date.now() - 1_000, ...summary } });
}

test('list prints recorded profiles, the newest first, although no host is running', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b', time: Date.now() - 5_000 }), recentProfile(SLOW)]);
  const { code, out } = await runOriel(folder, ['list']);
  assert.equal(code, 0);
  assert.match(out, /^500 +POST +900ms .* 00000a +shop +http:\/\/localhost:8000\/books$/m);
  assert.ok(out.indexOf('00000a') < out.indexOf('00000b'));
  assert.match(out, /^2 results found$/m);
});

test('routes prints the routes by total time, or in another order, and as JSON and Markdown', async (t) => {
  const quick = Array.from({ length: 99 }, (_, index) =>
    recentProfile({
      token: (index + 16).toString(16).padStart(6, '0'),
      duration: 10,
      method: 'GET',
      route: '/quick/:id',
    }),
  );
  const folder = createStore(t, [recentProfile({ ...SLOW, route: '/books' }), ...quick]);
  const { code, out } = await runOriel(folder, ['routes']);
  assert.equal(code, 0);
  assert.match(out, /^GET \/quick\/:id +990 ms · 52 % +99 +10 ms +10 ms .*\nPOST \/books +900 ms · 48 % +1 +100 % /m);
  const routes = async (...args: string[]): Promise<string[]> =>
    JSON.parse((await runOriel(folder, ['routes', ...args, '--format', 'json'])).out).routes.map(
      ({ route }: { route: string }) => route,
    );
  assert.deepEqual(await routes('--sort', 'p95'), ['/books', '/quick/:id']);
  assert.deepEqual(await routes('method:POST'), ['/books']);
  assert.match((await runOriel(folder, ['routes', '--format', 'md'])).out, /^# Routes\n[^]*\| `GET \/quick\/:id` \|/);
  const wrong = await runOriel(folder, ['routes', '--sort', 'p59']);
  assert.deepEqual([wrong.code, /--sort is "p59"; did you mean p95\?/.test(wrong.err)], [2, true]);
});

test('routes --save writes budgets, and --fail-if worse compares other requests with them', async (t) => {
  const orders = (token: string, rest: Partial<Profile['summary']> = {}): Profile =>
    recentProfile({ token, method: 'GET', route: '/orders', dbCount: 3, findings: [], ...rest });
  const before = createStore(t, [orders('00000a'), orders('00000b', { dbCount: 1 })]);
  const saved = await runOriel(before, ['routes', '--save', 'budget.json']);
  assert.deepEqual([saved.code, saved.out.trim()], [0, 'Saved the budgets of 1 route to budget.json: 1 added']);
  const check = async (...args: string[]): ReturnType<typeof runOriel> =>
    await runOriel(before, ['routes', ...args, '--fail-if', 'worse', 'budget.json']);
  const good = await check('method:GET');
  assert.deepEqual([good.code, good.out.trim()], [0, '· 1 route is as good as in budget.json.']);

  const after = createStore(t, [orders('00000c', { dbCount: 64, findings: ['n1'] })]);
  const worse = await check('--store', join(after, 'var/profiler.sqlite'));
  assert.equal(worse.code, 1);
  assert.match(worse.out, /^GET \/orders +worse +queries 3 → 64; new finding: N\+1$/m);
  const { result, differences } = JSON.parse(
    (await check('--store', join(after, 'var/profiler.sqlite'), '--format', 'json')).out,
  );
  assert.deepEqual([result, differences.length], ['worse', 1]);
  const accepted = await runOriel(after, ['routes', '--save', join(before, 'budget.json')]);
  assert.match(accepted.out, /: 1 worse$/m);
});

test('routes --compare prints what differs between the routes of two queries', async (t) => {
  const orders = (token: string, boot: string, dbCount: number): Profile =>
    recentProfile({ token, method: 'GET', route: '/orders', boot, dbCount, findings: [], status: 200, errors: 0 });
  const folder = createStore(t, [orders('00000a', 'old', 3), orders('00000b', 'new', 64)]);
  const compare = async (...args: string[]): ReturnType<typeof runOriel> =>
    await runOriel(folder, ['routes', '--compare', ...args]);
  const { code, out } = await compare('boot:old', 'boot:new');
  assert.equal(code, 0);
  assert.match(
    out,
    /^· 1 of 1 compared route differs, 1 for the worse\.\n\nROUTE +RESULT +CHANGE\nGET \/orders +worse +queries 3 → 64; /,
  );
  assert.match(
    (await compare('boot:old', 'boot:new', '--format', 'md')).out,
    /^# Changes of routes\n[^]*`GET \/orders` \|/,
  );
  const { differences } = JSON.parse((await compare('boot:new', 'boot:old', '--format', 'json')).out);
  assert.deepEqual(differences[0].changes, ['queries 64 → 3', 'most queries 64 → 3']);
  const none = await compare('boot:old', 'boot:other');
  assert.deepEqual([none.code, /the second search has no requests/.test(none.err)], [2, true]);
  const one = await compare('boot:old');
  assert.deepEqual([one.code, /--compare expects two queries/.test(one.err)], [2, true]);
});

test('routes --fail-if worse exits with 2 if it has checked nothing', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000a', route: '/orders', method: 'GET' })]);
  await runOriel(folder, ['routes', '--save', 'budget.json']);
  const text = readFileSync(join(folder, 'budget.json'), 'utf8');
  writeFileSync(
    join(folder, 'budget.json'),
    text.replace('"GET /orders"', '"GET /other": { "queries": 1 },\n"GET /orders"'),
  );
  writeFileSync(join(folder, 'package.json'), '{"name":"shop"}');
  const run = async (...args: string[]): Promise<readonly [number | null, string]> => {
    const { code, out, err } = await runOriel(folder, ['routes', ...args]);
    return [code, out + err];
  };
  const fail = ['--fail-if', 'worse'];
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[...fail, 'budget.json'], /1 route of budget\.json had no request[^]*GET \/other +no request/],
    [['app:other', ...fail, 'budget.json'], /No request was recorded for app:other/],
    [['method:PUT', ...fail, 'budget.json'], /No request matches the query/],
    [['method:PUT', '--save', 'budget.json'], /--save has measured nothing/],
    [[...fail, 'missing.json'], /The file does not exist[^]*oriel routes --save missing\.json/],
    [[...fail, 'package.json'], /"version" is missing; expected 1/],
    [['--save', 'package.json'], /"version" is missing; expected 1/],
    [[...fail, '.'], /It is not a file/],
    [fail, /The file with the budgets is missing/],
    [['--fail-if', 'has:n1', 'budget.json'], /--fail-if is "has:n1"; routes expects --fail-if worse/],
    [['--save', 'a.json', ...fail, 'budget.json'], /exclude each other/],
    [['--save', 'missing/budget.json'], /Name a file in a folder that exists/],
  ];
  for (const [args, message] of cases) {
    const [code, text] = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(text, message);
  }
  assert.equal(readFileSync(join(folder, 'package.json'), 'utf8'), '{"name":"shop"}');
});

test('show names the store that it read, except in JSON, and Markdown names the application', async (t) => {
  const folder = createStore(t, [recentProfile(SLOW)]);
  const { out } = await runOriel(folder, ['show', '00000a']);
  assert.match(out, /\nStore \/.*profiler\.sqlite\n$/);
  assert.match(out, /Application +shop/);
  assert.match((await runOriel(folder, ['show', '00000a', '--format', 'md'])).out, /Application.*shop/);
  assert.ok(JSON.parse((await runOriel(folder, ['show', '00000a', '--format', 'json'])).out));
  assert.match((await runOriel(folder, ['list', '--format', 'md'])).out, /\| `?shop`? \|/);
});

test('search accepts the syntax of the search page in one argument or several', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b' }), recentProfile(SLOW)]);
  for (const args of [['status:5xx method:post'], ['status:5xx', 'method:post']]) {
    const { out } = await runOriel(folder, ['list', ...args, '--format', 'json']);
    const found = JSON.parse(out) as { matched: number; rows: { token: string }[] };
    assert.deepEqual([found.matched, found.rows.map(({ token }) => token)], [1, ['00000a']]);
  }
  const { out } = await runOriel(folder, ['list', '--sort', 'duration', '--limit', '1']);
  assert.match(out, /00000b/);
  assert.match(out, /^2 results found \(1 shown\)$/m);
});

test('the sort key, and terms of a query, may begin with a minus', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b' }), recentProfile(SLOW)]);
  const getTokens = async (...args: string[]): Promise<string[]> => {
    const { out } = await runOriel(folder, [...args, '--format', 'json']);
    return (JSON.parse(out) as { rows: { token: string }[] }).rows.map(({ token }) => token);
  };
  assert.deepEqual(await getTokens('list', '--sort', '-duration'), ['00000a', '00000b']);
  assert.deepEqual(await getTokens('list', '--sort=duration'), ['00000b', '00000a']);
  assert.deepEqual(await getTokens('list', '-status:5xx', 'since:1h'), ['00000b']);
  assert.deepEqual(await getTokens('list', '--fail-if', '-method:get'), ['00000a']);
  const { code, err } = await runOriel(folder, ['list', '-l', '5']);
  assert.equal(code, 2);
  assert.match(err, /Unknown option -l/);
});

test('an invalid query is reported with the column and a suggestion', async (t) => {
  const folder = createStore(t, [recentProfile()]);
  const { code, err } = await runOriel(folder, ['list', 'method:get stauts:500']);
  assert.equal(code, 2);
  assert.match(err, /Column 12 of the query: Unknown field "stauts"; did you mean status\?/);
  assert.match(err, /^ {2}method:get stauts:500\n {13}\^{6}$/m);
});

test('list --fail-if exits with 1 and prints matching profiles, else with 0', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b' }), recentProfile(SLOW)]);
  const failed = await runOriel(folder, ['list', '--fail-if', 'dur:>500']);
  assert.deepEqual([failed.code, failed.out.includes('00000a'), failed.out.includes('00000b')], [1, true, false]);
  const passed = await runOriel(folder, ['list', '--fail-if', 'dur:>5000']);
  assert.deepEqual([passed.code, passed.out.trim()], [0, 'No profile matches']);
  const both = await runOriel(folder, ['list', 'path:/other', '--fail-if', 'dur:>500']);
  assert.equal(both.code, 0);
  const broken = await runOriel(folder, ['list', '--fail-if', 'dur:>x']);
  assert.equal(broken.code, 2);
  assert.match(broken.err, /Column \d+ of --fail-if/);
});

test('list --fail-if searches all of a large store', async (t) => {
  const first = Date.now() - 600_000;
  const numbered = (index: number): Profile => {
    const [token, note] = [(index + 1).toString(16).padStart(6, '0'), index === 0 ? 'a rare text' : `note ${index}`];
    const body = createBody(JSON.stringify({ note, filling: `text ${index} `.repeat(200) }), 'application/json');
    return recentProfile({ token, time: first + index, duration: index === 0 ? 900 : 3 }, { request: { body } });
  };
  const folder = createStore(
    t,
    Array.from({ length: 9_000 }, (_, index) => numbered(index)),
  );
  const { code, out } = await runOriel(folder, ['list', '--fail-if', 'body:"a rare text"']);
  assert.match(out, /000001[\s\S]*^1 result found$/m);
  assert.equal(code, 1);
});

test('show prints every panel with data; --panel prints one panel', async (t) => {
  const db = {
    id: 1,
    parent: 0,
    kind: 'db',
    name: 'select',
    start: 1,
    duration: 2,
    error: undefined,
    details: { sql: 'select * from book where id = ?', parameters: [7], rows: 1 },
  } as const;
  const folder = createStore(t, [
    recentProfile({ token: '00000c' }, { data: { spans: [db], panels: { tenant: { name: 'acme' } } } }),
  ]);
  const allPanels = await runOriel(folder, ['show', '00000c']);
  for (const title of ['# Profile 00000c', '## Request', '## Response', '## Timeline', '## Database', '## tenant'])
    assert.ok(allPanels.out.includes(`${title}\n`), title);
  assert.equal(allPanels.out.includes('## Exception'), false);
  const one = await runOriel(folder, [
    'show',
    'http://localhost:8000/_profiler/00000c?panel=logs',
    '--panel',
    'database',
  ]);
  assert.match(one.out, /select \* from book where id = 7/);
  assert.equal(one.out.includes('Headers'), false);
  const none = await runOriel(folder, ['show', '00000c', '--panel', 'logs']);
  assert.match(none.out, /The panel has no data/);
  const json = JSON.parse((await runOriel(folder, ['show', '00000c', '--format', 'json'])).out) as Profile;
  assert.equal(json.summary.token, '00000c');
});

test('explain prints the profile with a token or URL, the newest, or the newest of a query', async (t) => {
  const folder = createStore(t, [
    recentProfile({ token: '00000a', method: 'GET', path: '/orders', time: Date.now() - 5_000 }),
    recentProfile({ token: '00000b', method: 'POST', path: '/orders', time: Date.now() }),
  ]);
  for (const [argument, token] of [
    ['00000a', '00000a'],
    ['http://localhost:8025/_profiler/00000a?panel=logs', '00000a'],
    ['latest', '00000b'],
    ['method:get', '00000a'],
  ] as const) {
    const { code, out } = await runOriel(folder, ['explain', argument]);
    assert.equal(code, 0, argument);
    assert.match(out, new RegExp(`^# [^]*^Profile \`${token}\` `, 'm'), argument);
  }
  const { code, err } = await runOriel(folder, ['explain', 'method:put']);
  assert.equal(code, 2);
  assert.match(err, /No profile matches the query/);
});

test('export prints the requests of a query as HAR, the oldest first', async (t) => {
  const now = Date.now();
  const folder = createStore(
    t,
    ['a', 'b', 'c'].map((name, index) =>
      recentProfile({ token: `00000${name}`, path: index < 2 ? '/orders' : '/other', time: now + index }),
    ),
  );
  const exportHar = async (...args: string[]): Promise<string[]> => {
    const { code, out, err } = await runOriel(folder, ['export', ...args, '--as', 'har']);
    assert.equal(code, 0, err);
    const { log } = JSON.parse(out) as { log: { entries: { comment: string }[] } };
    return log.entries.map(({ comment }) => /Profile (\w+)/.exec(comment)![1]!);
  };
  assert.deepEqual(await exportHar('path:/orders'), ['00000a', '00000b']);
  assert.deepEqual(await exportHar('path:/orders', 'since:1h', '--limit', '1'), ['00000b']);
  assert.deepEqual(await exportHar('latest'), ['00000c']);
  assert.match((await runOriel(folder, ['export', 'path:/orders', '--as', 'curl'])).err, /A query is exported as har/);
  assert.match((await runOriel(folder, ['export', 'path:/none', '--as', 'har'])).err, /No profile matches the query/);
});

test('export needs no memory for all requests of a query at once', async (t) => {
  const folder = createStore(
    t,
    Array.from({ length: 300 }, (_, index) => {
      const { summary, data } = recentProfile({ time: Date.now() + index });
      const body = createBody(JSON.stringify({ text: `${index} `.repeat(25_000) }), 'application/json');
      const [request, response] = [
        { ...data.request, body },
        { ...data.response, body },
      ];
      return {
        summary: { ...summary, token: index.toString(16).padStart(6, '0') },
        data: { ...data, request, response },
      };
    }),
  );
  const args = ['export', 'since:1h', '--as', 'har', '--limit', '300'];
  const { code, out, err } = await runOriel(folder, args, { NODE_OPTIONS: '--max-old-space-size=64' });
  assert.equal(code, 0, err.slice(0, 500));
  const { log } = JSON.parse(out) as { log: { entries: unknown[] } };
  assert.equal(log.entries.length, 300);
  assert.ok(out.length > 50_000_000, `the archive has ${out.length} characters`);
});

test('skill writes the file of the package into the project, and replaces an earlier one', async (t) => {
  const folder = createProject(t, { '.agents/skills/oriel/SKILL.md': 'old' });
  const { code, out } = await runOriel(folder, ['skill']);
  assert.equal(code, 0);
  assert.match(out, /Written to \.agents\/skills\/oriel\/SKILL\.md/);
  const written = readFileSync(join(folder, '.agents/skills/oriel/SKILL.md'), 'utf8');
  assert.match(written, /^---\nname: oriel\n/);
  assert.ok(written.split('\n').length <= 100);
  // Every command that it names exists.
  const commands = new Set(Array.from(written.matchAll(/npx oriel (\w+)/g), ([, name]) => name!));
  assert.ok(commands.size >= 6);
  for (const name of commands) assert.equal((await runOriel(folder, [name, '--help'])).code, 0, name);
});

test('no format prints recorded control characters', async (t) => {
  const { summary, data } = hostileProfile();
  const folder = createStore(t, [{ summary: { ...summary, token: '00000d', time: Date.now() }, data }]);
  const commands = [
    ['list'],
    ['list', '--format', 'json'],
    ['list', '--format', 'md'],
    ['show', '00000d'],
    ['show', '00000d', '--format', 'json'],
    ['show', '00000d', '--format', 'md'],
  ];
  for (const as of ['json', 'har', 'md', 'html', 'curl', 'fetch', 'httpie'])
    commands.push(['export', '00000d', '--as', as]);
  for (const args of commands) {
    const { code, out } = await runOriel(folder, [...args]);
    assert.equal(code, 0, args.join(' '));
    assert.ok(out.length > 10, args.join(' '));
    assert.equal(HIDDEN_CHARACTERS.exec(out)?.[0], undefined, args.join(' '));
  }
});

test('export --as curl prints a command that repeats the request', async (t) => {
  const folder = createStore(t, [
    recentProfile(
      { token: '00000e', method: 'POST' },
      { request: { method: 'POST', body: createBody('{"a":1}', 'application/json') } },
    ),
  ]);
  const { out } = await runOriel(folder, ['export', '00000e', '--as', 'curl']);
  assert.match(out, /^curl -X POST \\\n {2}http:\/\/localhost:8000\/ \\\n[\s\S]*--data-raw '\{"a":1\}'$/m);
});

test('tail prints profiles recorded after it started', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b' })]);
  const tail = startOriel(folder, ['tail', 'status:5xx']);
  t.after(() => tail.child.kill('SIGKILL'));
  const storage = new SqlProfileStorage({ file: join(folder, 'var/profiler.sqlite') });
  t.after(() => storage.close());
  // The start-up time varies, so profiles are written until the first one is printed.
  let number = 0x100;
  const timer = setInterval(
    () =>
      storage.write([
        recentProfile({ ...SLOW, token: `000${(number++).toString(16)}` }),
        recentProfile({ token: `001${number.toString(16)}` }),
      ]),
    100,
  );
  t.after(() => clearInterval(timer));
  await tail.waitForOutput(/^500 {2}POST .*000\w{3}/m);
  assert.equal(/001\w{3}|00000b/.test(tail.out()), false);
  tail.child.kill('SIGINT');
  assert.equal(await tail.exitCode, 0);
});

test('clear removes profiles that are not pinned and prints their number', async (t) => {
  const folder = createStore(
    t,
    Array.from({ length: 10 }, (_, index) => recentProfile({ token: `0000a${index}` })),
  );
  const storage = new SqlProfileStorage({ file: join(folder, 'var/profiler.sqlite') });
  assert.equal(storage.pin('0000a3', 'keep'), true);
  storage.close();
  assert.match((await runOriel(folder, ['clear'])).out, /^9 profiles removed; pinned profiles are kept$/m);
  assert.match((await runOriel(folder, ['list'])).out, /0000a3[\s\S]*1 result found/);
  assert.match((await runOriel(folder, ['clear', '--all'])).out, /^1 profile removed$/m);
});

test('reads the store of oriel/register where the folder has none, and does not clear it', async (t) => {
  const [application, folder] = [createProject(t, {}), createProject(t, {})];
  const env = stateIn(folder);
  const server = `import { createServer } from 'node:http';
    createServer((request, response) => response.end('hello', () => process.exit())).listen(0, function () {
      fetch('http://127.0.0.1:' + this.address().port + '/teas').catch(() => undefined);
    });`;
  const flags = ['--conditions=oriel:source', '--import', 'oriel/register', '--input-type=module', '--eval', server];
  const { status, stderr } = spawnSync(process.execPath, flags, {
    ...{ cwd: application, encoding: 'utf8' },
    env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', ...env },
  });
  assert.equal(status, 0, stderr);
  assert.match((await runOriel(application, ['list'], env)).out, /\/teas/);
  assert.match((await runOriel(application, ['clear'], env)).err, /ORIEL_CLI_NO_STORE/);
  assert.match((await runOriel(application, ['list'], env)).out, /1 result found/);
});

test('a missing store is reported and not created', async (t) => {
  const folder = createProject(t, {});
  const { code, err } = await runOriel(folder, ['list'], stateIn(folder));
  assert.equal(code, 2);
  assert.match(err, /var\/profiler\.sqlite {2}\[ORIEL_CLI_NO_STORE\]/);
  assert.match(err, /fix: Run this command in the folder of the host/);
  assert.throws(() => readFileSync(join(folder, 'var/profiler.sqlite')));
});

test('a file that is not a profile store is rejected and not changed', async (t) => {
  const folder = createProject(t, { 'notes.txt': 'my notes' });
  writeFileSync(join(folder, 'empty.sqlite'), '');
  for (const [file, reason] of [
    ['notes.txt', /It is not an SQLite file/],
    ['empty.sqlite', /It is not an SQLite file/],
    ['.', /It is not a file/],
  ] as const) {
    const { code, err } = await runOriel(folder, ['clear', '--store', file]);
    assert.equal(code, 2);
    assert.match(err, reason);
  }
  assert.equal(readFileSync(join(folder, 'notes.txt'), 'utf8'), 'my notes');
});

test('invalid arguments are reported with a fix', async (t) => {
  const folder = createStore(t, [recentProfile({ token: '00000b' })], 'other.sqlite');
  const store = ['--store', 'other.sqlite'];
  const mistakes: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['lst'], /did you mean "oriel list"\?/],
    [['00000b'], /did you mean "oriel show 00000b"\?/],
    [['show'], /The profile token is missing/],
    [['show', 'nope', ...store], /"nope" is not a profile token/],
    [['show', 'ffffff', ...store], /No profile has the token ffffff[\s\S]*the newest is 00000b/],
    [['show', '00000b', '--panel', 'databse', ...store], /did you mean database\?/],
    [['list', '--format', 'jsn', ...store], /did you mean json\?/],
    [['list', '--limit', '0', ...store], /expected a number from 1 to 1000/],
    [['list', '--sort', 'durration', ...store], /--sort: .*duration/],
    [['list', '--fail-if', ' ', ...store], /--fail-if is empty/],
    [['list', '--panel', 'x', ...store], /Unknown option --panel/],
    [['export', '00000b', '--as', 'crul', ...store], /did you mean curl\?/],
    [['clear', 'status:500', ...store], /Unexpected argument "status:500"; clear takes no arguments/],
    [['tail', '--format', 'md', ...store], /does not support --format md/],
  ];
  for (const [args, message] of mistakes) {
    const { code, err, out } = await runOriel(folder, [...args]);
    assert.equal(code, 2, args.join(' '));
    assert.equal(out, '', args.join(' '));
    assert.match(err, message);
  }
});

test('show reports the possible reasons why a profile is missing', async (t) => {
  const folder = createProject(t, {});
  mkdirSync(join(folder, 'var'));
  const storage = new SqlProfileStorage({ file: join(folder, 'var/profiler.sqlite') });
  const [removed, stored, ...later] = storage.lease(4)!.map(toProfileToken);
  storage.write([recentProfile({ token: stored! })]);
  const never = ['000001', '000002'].find((token) => storage.leasedSince(token) === Infinity)!;
  storage.close();
  const reasonFor = async (token: string): Promise<string> => {
    const { code, err } = await runOriel(folder, ['show', token]);
    assert.equal(code, 2);
    return err.replace(/\s+/g, ' ');
  };
  assert.match(await reasonFor(never), /: it never existed here: no request has had this token\. It was mistyped/);
  assert.match(
    await reasonFor(removed!),
    /: it was removed, because the store was full .*the oldest stored profile, .*If another process is still handling/,
  );
  // For a token newer than all stored profiles, only the host knows the reason.
  assert.match(await reasonFor(later[0]!), /still running.*; or it was removed.*; or it never existed here/);
});

test('sign prints a header signed with the key in the environment', async (t) => {
  const folder = createProject(t, {});
  const { code, out } = await runOriel(folder, ['sign', '--for', '1h'], {
    ORIEL_PROFILER_KEY: 'a-key-of-some-length-32-bytes-or-more',
  });
  assert.equal(code, 0);
  const [, value] = /^x-debug-record: (\S+)\n$/.exec(out) ?? [];
  assert.equal(isRecordHeader(value!, 'a-key-of-some-length-32-bytes-or-more'), true);
  assert.equal(isRecordHeader(value!, 'a-key-of-some-length-32-bytes-or-more', Date.now() + 3_700_000), false);
  const without = await runOriel(folder, ['sign'], { ORIEL_PROFILER_KEY: '' });
  assert.deepEqual([without.code, without.out], [2, '']);
  assert.match(without.err, /Set ORIEL_PROFILER_KEY/);
  const short = await runOriel(folder, ['sign'], { ORIEL_PROFILER_KEY: 'k'.repeat(31) });
  assert.deepEqual([short.code, short.out], [2, '']);
  assert.match(short.err, /ORIEL_PROFILER_KEY has 31 bytes; the key must have at least 32/);
  const long = await runOriel(folder, ['sign', '--for', '25h'], {
    ORIEL_PROFILER_KEY: 'a-key-of-some-length-32-bytes-or-more',
  });
  assert.equal(long.code, 2);
  assert.match(long.err, /--for is "25h"/);
});

test('show and export print the newest profile for "latest"', async (t) => {
  const folder = createStore(t, [
    recentProfile({ token: '00000c', time: Date.now() - 9_000 }),
    recentProfile({ token: '00000d' }),
  ]);
  const shown = await runOriel(folder, ['show', 'latest', '--format', 'json']);
  assert.equal((JSON.parse(shown.out) as Profile).summary.token, '00000d');
  const exported = await runOriel(folder, ['export', 'latest']);
  assert.equal((JSON.parse(exported.out) as Profile).summary.token, '00000d');
  await runOriel(folder, ['clear', '--all']);
  const none = await runOriel(folder, ['show', 'latest']);
  assert.equal(none.code, 2);
  assert.match(none.err, /The store is empty: send a request to the application first/);
});

/** Where `oriel/register` has its store for a user with these variables. */
function stateIn(folder: string): NodeJS.ProcessEnv {
  return { ORIEL_PROFILER_FILE: undefined, XDG_STATE_HOME: folder, HOME: folder, LOCALAPPDATA: folder };
}

test('compare prints what differs between two requests in each format', async (t) => {
  const create = (token: string, status: number, time: number) =>
    recentProfile({ token, status, time: Date.now() - time }, { response: { status } });
  const folder = createStore(t, [create('00000a', 200, 9_000), create('00000b', 404, 8_000)]);
  const { code, out } = await runOriel(folder, ['compare', '00000a', 'latest']);
  assert.equal(code, 0);
  assert.match(out, /^### GET \/ +00000a → 00000b\n\n⚠ Status 200 → 404, same body\. 40 → 40 ms\.\n/);
  assert.match(out, /^≠ +status +200 → 404$/m);
  const { differences } = JSON.parse(
    (await runOriel(folder, ['compare', '00000a', '00000b', '--format', 'json'])).out,
  ) as { differences: unknown };
  assert.deepEqual(differences, [{ aspect: 'status', kind: 'changed', path: '', before: '200', after: '404' }]);
  assert.match((await runOriel(folder, ['compare', '00000a', '00000b', '--format', 'md'])).out, /^# Comparison 00000a/);
  assert.match((await runOriel(folder, ['compare', '00000a', '00000b', '--format', 'html'])).out, /^<!doctype html>/);
});

test('compare needs two profiles that exist', async (t) => {
  const folder = createStore(t, [recentProfile(SLOW)]);
  const one = await runOriel(folder, ['compare', '00000a']);
  assert.equal(one.code, 2);
  assert.match(one.err, /Two profile tokens are expected/);
  const missing = await runOriel(folder, ['compare', '00000a', 'abcdef']);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /No profile has the token abcdef/);
});
