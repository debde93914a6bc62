import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Fault } from '../fuzz/planted/faults.ts';
import { plantedServer } from '../fuzz/planted/server.ts';
import { createProject, runOrielFuzz } from './run-program.ts';

const TOKENS = ['--token', 'alice-token', '--second-user-header', 'Authorization: Bearer bob-token'];

async function startPlanted(t: TestContext, ...faults: Fault[]): Promise<string> {
  const server = plantedServer(...faults).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('fuzz prints a failure as curl without credentials, and exits with 1', async (t) => {
  const url = await startPlanted(t, 15);
  const { code, out, err } = await runOrielFuzz(createProject(t, {}), [
    url,
    '--seed',
    '1',
    '--max-failures',
    '1',
    ...TOKENS,
  ]);
  assert.equal(code, 1, err);
  assert.match(out, /^✗ GET \/notes\/\{id\} {2}server-error: the status is 500$/m);
  assert.match(out, /curl -ig --path-as-is -X DELETE \S+\/notes\/"\$ID_1" -H "Authorization: \$AUTHORIZATION"/);
  assert.match(out, /1 failure · \d+ requests and \d+ to shrink failures · 12 of 12 operations · seed 1/);
  assert.doesNotMatch(out, /alice-token/);
});

test('fuzz exits with 0 without failures, and tests only the selected operations', async (t) => {
  const url = await startPlanted(t, 9);
  const args = [url, '--seed', '1', '--requests', '300', '--json', ...TOKENS, '--only', 'GET /books'];
  const { code, out } = await runOrielFuzz(createProject(t, {}), args);
  assert.equal(code, 0);
  const result = JSON.parse(out) as { requests: number; failures: object[]; seed: number };
  assert.deepEqual([result.seed, result.requests, result.failures], [1, 300, []]);
});

test('fuzz sends the printed command again with the same effect', async (t) => {
  const url = await startPlanted(t, 9);
  const args = [url, '--seed', '1', '--json', '--max-failures', '1', '--only', 'GET /reports/{day}'];
  const { out } = await runOrielFuzz(createProject(t, {}), args);
  const { failures } = JSON.parse(out) as { failures: { commands: string[]; check: string; isRepeatable: boolean }[] };
  assert.deepEqual([failures[0]!.check, failures[0]!.isRepeatable], ['server-error', true]);
  const target = /http:\S+/.exec(failures[0]!.commands[0]!)![0];
  assert.equal((await fetch(target)).status, 500);
});

test('fuzz skips a check', async (t) => {
  const url = await startPlanted(t, 9);
  const args = [url, '--seed', '1', '--requests', '300', '--skip', 'server-error', '--only', 'GET /reports/{day}'];
  assert.equal((await runOrielFuzz(createProject(t, {}), args)).code, 0);
});

test('fuzz rejects other machines, unknown checks and missing documents', async (t) => {
  const folder = createProject(t, {});
  const url = await startPlanted(t);
  for (const [args, message, expected] of [
    [[], /Missing the URL/, 2],
    [['http://203.0.113.9/'], /203\.0\.113\.9 may be another machine.*add --allow-remote/, 2],
    [['http://127.0.0.1.example/'], /may be another machine/, 2],
    [[url, '--skip', 'statu'], /did you mean "status"\?/, 2],
    [[url, '--only', 'GET /book'], /did you mean "GET \/books"\?/, 2],
    [[url, '--header', 'x'], /--header is not a header/, 2],
    [[`${url}/nothing`], /There is no OpenAPI document[^]*nothing\/api\/docs\.json: the status is 404/, 1],
    [[url, '--document', 'missing.json'], /The document cannot be read/, 1],
  ] as const) {
    const { code, err } = await runOrielFuzz(folder, [...args]);
    assert.equal(code, expected, err);
    assert.match(err, message);
  }
});
