import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CITIES, runOrielHost, createProject } from './run-program.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../packages/host/package.json'), 'utf8')) as {
  version: string;
};

test('an unknown command is reported with a similar one and the list of commands', async (t) => {
  const { code, out, err } = await runOrielHost(createProject(t, {}), ['rutes']);
  assert.equal(code, 2);
  assert.equal(out, '');
  assert.match(err, /Unknown command "rutes"; did you mean "oriel-host routes"\?/);
  assert.match(err, /check +report all issues/);
});

test('oriel-host without a command prints the usage', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, {}), []);
  assert.equal(code, 2);
  assert.match(err, /oriel-host <command> \[options\]/);
});

test('an unknown option is reported with a similar one and the usage', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['dev', '--prot', '80']);
  assert.equal(code, 2);
  assert.match(err, /Unknown option --prot; did you mean --port\?/);
  assert.match(err, /usage: oriel-host dev \[file\]/);
});

test('an option without its value is rejected', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['start', '--port']);
  assert.equal(code, 2);
  assert.match(err, /'--port <value>' argument missing/);
});

for (const [args, message] of [
  [['start', '--port', 'eighty'], /--port is "eighty"; expected a port number from 0/],
  [['start', '--port', '65536'], /--port is "65536"/],
  [['start', '--workers', '0'], /--workers is "0"/],
  [['start', '--grace', 'soon'], /--grace is "soon"/],
  [['routes', 'host.ts', 'other.ts'], /Unexpected argument "other.ts"/],
  [['match'], /The request is missing/],
  [['match', 'cities'], /"cities" has no path/],
  [['match', 'GET cities'], /"cities" is not a path; a path starts with a slash/],
  [['match', '/x', '--scheme', 'ftp'], /--scheme must be http or https/],
  [['new'], /The folder is missing/],
] as const) {
  test(`"oriel-host ${args.join(' ')}" is rejected with the reason and the usage`, async (t) => {
    const { code, out, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), args);
    assert.equal(code, 2);
    assert.equal(out, '');
    assert.match(err, message);
    assert.match(err, /^usage: oriel-host /m);
  });
}

test('an invalid PORT in the environment is rejected', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': CITIES }), ['start'], { PORT: 'http' });
  assert.equal(code, 2);
  assert.match(err, /PORT is "http"/);
});

test('--help of a command shows its options and examples', async (t) => {
  const { code, out } = await runOrielHost(createProject(t, {}), ['match', '--help']);
  assert.equal(code, 0);
  assert.match(out, /--scheme https/);
  assert.match(out, /oriel-host match "GET \/cities\/7"/);
});

test('--help lists every command', async (t) => {
  const folder = createProject(t, {});
  const { code, out } = await runOrielHost(folder, ['--help']);
  assert.equal(code, 0);
  for (const name of ['dev', 'start', 'routes', 'match', 'events', 'check', 'new'])
    assert.match(out, new RegExp(`^  ${name} `, 'm'));
  for (const word of ['-h', 'help']) assert.equal((await runOrielHost(folder, [word])).out, out);
});

test('oriel-host help <command> prints the same as <command> --help', async (t) => {
  const folder = createProject(t, {});
  assert.equal((await runOrielHost(folder, ['help', 'check'])).out, (await runOrielHost(folder, ['check', '-h'])).out);
  assert.match((await runOrielHost(folder, ['help', 'chekc'])).err, /did you mean "oriel-host check"\?/);
});

test('an unknown option without a command is rejected', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, {}), ['--verbose']);
  assert.equal(code, 2);
  assert.match(err, /^Unknown option "--verbose"$/m);
});

test('--help after -- is a file name', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, {}), ['check', '--', '--help']);
  assert.equal(code, 2);
  assert.match(err, /--help {2}\[ORIEL_CLI_NO_FILE\]/);
});

test('--version prints the version of the package', async (t) => {
  assert.equal((await runOrielHost(createProject(t, {}), ['--version'])).out, `${version}\n`);
});
