import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CITIES, oriel, project } from './cli.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

test('an unknown command is told the one that was probably meant, and the list', async (t) => {
  const { code, out, err } = await oriel(project(t, {}), ['rutes']);
  assert.equal(code, 2);
  assert.equal(out, '');
  assert.match(err, /There is no command "rutes"; did you mean "oriel routes"\?/);
  assert.match(err, /check +everything that is wrong/);
});

test('no command at all shows how to use it', async (t) => {
  const { code, err } = await oriel(project(t, {}), []);
  assert.equal(code, 2);
  assert.match(err, /oriel <command> \[file\] \[options\]/);
});

test('an unknown option is told the one that was probably meant, and the usage', async (t) => {
  const { code, err } = await oriel(project(t, { 'host.ts': CITIES }), ['dev', '--prot', '80']);
  assert.equal(code, 2);
  assert.match(err, /There is no option --prot; did you mean --port\?/);
  assert.match(err, /usage: oriel dev \[file\]/);
});

test('an option without its value is told so', async (t) => {
  const { code, err } = await oriel(project(t, { 'host.ts': CITIES }), ['start', '--port']);
  assert.equal(code, 2);
  assert.match(err, /'--port <value>' argument missing/);
});

for (const [words, complaint] of [
  [['start', '--port', 'eighty'], /--port is "eighty"; a port is a number from 0/],
  [['start', '--port', '65536'], /--port is "65536"/],
  [['start', '--workers', '0'], /--workers is "0"/],
  [['start', '--grace', 'soon'], /--grace is "soon"/],
  [['routes', 'host.ts', 'other.ts'], /"other.ts" is one word too many/],
  [['match'], /Which request\?/],
  [['match', 'cities'], /"cities" needs a path/],
  [['match', 'GET cities'], /"cities" is no path: it starts with a slash/],
  [['match', '/x', '--scheme', 'ftp'], /--scheme is http or https/],
  [['new'], /Which folder\?/],
] as const) {
  test(`"oriel ${words.join(' ')}" is told what is wrong with it`, async (t) => {
    const { code, out, err } = await oriel(project(t, { 'host.ts': CITIES }), words);
    assert.equal(code, 2);
    assert.equal(out, '');
    assert.match(err, complaint);
    assert.match(err, /^usage: oriel /m);
  });
}

test('a PORT in the environment that is none is named', async (t) => {
  const { code, err } = await oriel(project(t, { 'host.ts': CITIES }), ['start'], { PORT: 'http' });
  assert.equal(code, 2);
  assert.match(err, /PORT is "http"/);
});

test('--help of a command shows its options and examples', async (t) => {
  const { code, out } = await oriel(project(t, {}), ['match', '--help']);
  assert.equal(code, 0);
  assert.match(out, /--scheme https/);
  assert.match(out, /oriel match "GET \/cities\/7"/);
});

test('--help lists every command', async (t) => {
  const folder = project(t, {});
  const { code, out } = await oriel(folder, ['--help']);
  assert.equal(code, 0);
  for (const name of ['dev', 'start', 'routes', 'match', 'events', 'check', 'new'])
    assert.match(out, new RegExp(`^  ${name} `, 'm'));
  for (const word of ['-h', 'help']) assert.equal((await oriel(folder, [word])).out, out);
});

test('help of a command is what --help of it tells', async (t) => {
  const folder = project(t, {});
  assert.equal((await oriel(folder, ['help', 'check'])).out, (await oriel(folder, ['check', '-h'])).out);
  assert.match((await oriel(folder, ['help', 'chekc'])).err, /did you mean "oriel check"\?/);
});

test('an option without a command is no command', async (t) => {
  const { code, err } = await oriel(project(t, {}), ['--verbose']);
  assert.equal(code, 2);
  assert.match(err, /^There is no option "--verbose"$/m);
});

test('--help behind -- is a file of that name', async (t) => {
  const { code, err } = await oriel(project(t, {}), ['check', '--', '--help']);
  assert.equal(code, 2);
  assert.match(err, /--help {2}\[ORIEL_CLI_NO_FILE\]/);
});

test('--version is that of the package', async (t) => {
  assert.equal((await oriel(project(t, {}), ['--version'])).out, `${version}\n`);
});
