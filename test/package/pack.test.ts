import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FEATURES } from '../../src/host/feature-table.ts';
import { endWith, start } from '../cli/cli.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-pack-'));
const APP = join(FOLDER, 'app');

// Commands run as a user's would: with this Node in front, and without what the test runner or npm put around it.
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|PORT$|HOST$|ORIEL_)/.test(name))),
  PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
  NO_COLOR: '1',
};
const npm = (words: readonly string[], cwd: string): string => run('npm', words, cwd);
const npx = (words: readonly string[], cwd: string): string => run('npx', ['--no-install', 'oriel', ...words], cwd);

let files: string[] = [];

before(() => {
  const [{ filename, files: packed }] = JSON.parse(
    npm(['pack', '--json', '--pack-destination', FOLDER], ROOT).replace(/^[^]*?(?=^\[)/m, ''),
  ) as [{ filename: string; files: { path: string }[] }];
  files = packed.map(({ path }) => path);
  mkdirSync(APP);
  npm(['install', '--offline', '--no-audit', '--no-fund', join(FOLDER, filename)], APP);
});
after(() => rmSync(FOLDER, { recursive: true, force: true }));

test('the package holds what it needs and no source, test or map', () => {
  assert.ok(files.includes('dist/cli/main.js'));
  assert.ok(files.includes('dist/index.d.ts'));
  assert.deepEqual(
    files.filter((path) => !/^(dist\/|template\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(path)),
    [],
  );
  assert.deepEqual(
    files.filter((path) => path.startsWith('dist/') && /(\.map|\.test\.|test-d|\.contract\.)|(?<!\.d)\.ts$/.test(path)),
    [],
  );
});

test('it brings nothing else along', () => {
  assert.deepEqual(
    readdirSync(join(APP, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['oriel'],
  );
});

test('every door opens without any other package, but for adapters, whose package is named; its types are there', () => {
  const { exports } = JSON.parse(readFileSync(join(APP, 'node_modules/oriel/package.json'), 'utf8')) as {
    exports: Record<string, { types: string } | string>;
  };
  const doors = Object.entries(exports).filter(
    (entry): entry is [string, { types: string }] => typeof entry[1] !== 'string',
  );
  assert.ok(doors.length >= 10);
  for (const [door, { types }] of doors) {
    const source = `const door = await import('oriel${door.slice(1)}'); console.log(Object.keys(door).length);`;
    const words = ['--input-type=module', '--eval', source];
    if (door === './kysely')
      assert.match(
        spawnSync(process.execPath, words, { cwd: APP, env: ENV, encoding: 'utf8' }).stderr,
        /package 'kysely'/,
      );
    else assert.ok(Number(run(process.execPath, words, APP)) > 0, door);
    assert.ok(existsSync(join(APP, 'node_modules/oriel', types)), types);
  }
});

test('what a host needs for resources is found where the package has it', () => {
  const source = `
    import { defineHost } from 'oriel';
    const { status } = await defineHost({ resources: [] }).fetch(new Request('http://localhost/api/docs.json'));
    console.log(status);`;
  assert.equal(run(process.execPath, ['--input-type=module', '--eval', source], APP), '200\n');
});

test('what is loaded by its name alone is there: features, and the words of each language', () => {
  const features = FEATURES.map(({ file }) => `features/${file}`);
  const languages = readdirSync(join(ROOT, 'src/features/locale/messages')).map(
    (file) => `features/locale/messages/${file.replace('.ts', '')}`,
  );
  assert.ok(features.length >= 12 && languages.length >= 4);
  for (const name of [...features, ...languages]) {
    const source = `console.log(Object.keys(require('./node_modules/oriel/dist/${name}.js')).length);`;
    assert.ok(Number(run(process.execPath, ['--eval', source], APP)) > 0, name);
  }
});

test('a host of one route answers after two dozen files of the package were read', () => {
  const source = `
    import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
    const { defineHost, route } = await import('oriel');
    const host = defineHost({ routes: [route('hello', 'GET /', { handle: () => ({ hello: 'world' }) })], log: false });
    const { port, close } = await host.listen({ port: 0 });
    const { get } = await import('node:http');
    const [answer] = await (await import('node:events')).once(get({ port, agent: false }), 'response');
    console.log(JSON.stringify({ status: answer.statusCode, files: files.filter((url) => url.includes('/oriel/dist/')) }));
    answer.resume();
    await close();`;
  const { status, files: loaded } = JSON.parse(
    run(process.execPath, ['--input-type=module', '--eval', source], APP),
  ) as { status: number; files: string[] };
  assert.equal(status, 200);
  assert.ok(loaded.length > 0 && loaded.length <= 24, `${loaded.length} files: ${loaded.join(' ')}`);
});

test('a class is the same whichever door it is taken from, and has its own name', () => {
  const source = `
    import { readFileSync } from 'node:fs';
    const { exports } = JSON.parse(readFileSync('node_modules/oriel/package.json', 'utf8'));
    const classes = [];
    for (const door of Object.keys(exports).filter((each) => !/package|kysely/.test(each)))
      for (const [name, value] of Object.entries(await import('oriel' + door.slice(1))))
        if (/^class/.test(String(value))) classes.push([name, value]);
    const different = new Set(classes.map(([, value]) => value));
    const told = classes.map(([name, value]) => ({ name, own: value.name, text: String(value) }));
    console.log(JSON.stringify({ different: different.size, told }));`;
  const { different, told } = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', source], APP)) as {
    different: number;
    told: { name: string; own: string; text: string }[];
  };
  // What is in two files would be two classes of one text.
  assert.equal(different, new Set(told.map(({ text }) => text)).size);
  assert.ok(different > 20 && told.length > different);
  for (const { name, own } of told) assert.equal(own, name);
});

// npm would install zod with the project, but the tests run without a registry.
function linkZod(): void {
  const target = join(APP, 'node_modules/zod');
  if (!existsSync(target)) symlinkSync(join(ROOT, 'node_modules/zod'), target, 'dir');
}

test('in the folder it was installed into, `oriel new .` and `oriel dev` give a host that answers', async (t) => {
  linkZod();
  assert.match(npx(['new', '.'], APP), /npm run dev/);
  const { prints } = endWith(t, start(process.execPath, [bin(APP), 'dev', '--port', '0'], APP));
  const [, url] = await prints(/development · (http:\/\/127\.0\.0\.1:\d+) · 1 route · 1 resource/);
  assert.equal(((await (await fetch(url!)).json()) as { hello: string }).hello, 'world');
  const added = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"text":"Packed"}',
  });
  assert.equal(added.status, 201);
  assert.deepEqual(await (await fetch(new URL(added.headers.get('location')!, url))).json(), {
    id: 2,
    text: 'Packed',
    isDone: false,
  });
});

test('`oriel new api` in a folder below it works the same, and so does `npm test` there', async (t) => {
  linkZod();
  npx(['new', 'api'], APP);
  const api = join(APP, 'api');
  assert.match(npm(['test'], api), /pass 2/);
  const { prints } = endWith(t, start(process.execPath, [bin(APP), 'dev', '--port', '0'], api));
  const [, url] = await prints(/development · (http:\/\/127\.0\.0\.1:\d+) /);
  assert.equal((await fetch(`${url}/api/notes/1`)).status, 200);
  assert.equal((await fetch(`${url}/api/notes/99`)).status, 404);
});

test('`oriel start` serves it for production and drains', async (t) => {
  const started = endWith(t, start(process.execPath, [bin(APP), 'start', '--port', '0'], APP));
  const [url] = await started.prints(/http:\/\/127\.0\.0\.1:\d+/);
  assert.equal((await fetch(`${url}/api/notes/1`)).status, 200);
  started.child.kill('SIGTERM');
  assert.equal(await started.ended, 0);
});

test('the new project passes the type checker with the types of the package', () => {
  // What `npm install` would bring for its devDependencies; the registry may be far away.
  mkdirSync(join(APP, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(APP, 'node_modules', name), 'dir');
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  writeFileSync(
    join(APP, 'strict.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { exactOptionalPropertyTypes: true },
      include: ['*.ts'],
    }),
  );
  for (const settings of ['tsconfig.json', 'strict.json']) {
    run(compiler, ['-p', settings], APP);
  }
});

test('an older Node is told what is missing instead of a syntax error', () => {
  const older =
    'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } })';
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, bin(APP), 'dev'], {
    env: ENV,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Oriel needs Node\.js 24\.7 or newer; this is 20\.1\.0\nfix: /);
  // Everything else is imported only once the version is known: an old Node could not even read it.
  assert.doesNotMatch(readFileSync(bin(APP), 'utf8'), /^(import |export .* from )/m);
});

function run(program: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, env: ENV, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function bin(folder: string): string {
  return join(folder, 'node_modules/oriel/dist/cli/main.js');
}
