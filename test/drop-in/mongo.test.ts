import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../packages/core/src/trace/trace.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { databasePanel } from '../../packages/profiler/src/view/panels/database-panel.ts';
import { drawPanel } from '../../packages/profiler/src/view/panels/draw-panel.ts';
import { NO_LINKS } from '../../packages/profiler/src/profile/view-model.ts';
import { renderBlocksAsText } from '../../packages/profiler/src/view/render/blocks-terminal.ts';
import { startApplication } from './lib/application.ts';

test('commands of mongodb are recorded with filter, documents and caller, and without secrets', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const response = await fetch(`${app.url}/crud`);
  assert.equal(await response.text(), '2');
  const profile = await app.profileOf(response);
  const commands = getCommands(profile);
  assert.deepEqual(
    commands.map(({ name, details }) => [name, details?.['rows']]),
    [
      ['users.insert(3 documents)', 3],
      ['users.update({number: ?}, {$set: {password: •••, city: ?}})', 1],
      ['users.find({city: ?, password: •••})', 2],
      ['users.delete({number: ?})', 1],
    ],
  );
  const find = commands[2]!;
  assert.deepEqual(find.details?.['parameters'], [{ city: 'Lisbon', password: '•••' }]);
  assert.equal(find.details?.['collection'], 'users');
  assert.match(String(find.details?.['caller']), /mongo\.mjs:\d+$/);
  assert.ok(commands.every(({ duration, error }) => duration >= 0 && error === undefined));
  assert.equal(profile.summary.dbCount, 4);
  assert.doesNotMatch(JSON.stringify(profile), /hunter2/);
});

test('each batch of a cursor is a command with the number of its documents', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const response = await fetch(`${app.url}/cursor`);
  assert.equal(await response.text(), '3');
  assert.deepEqual(
    getCommands(await app.profileOf(response)).map(({ name, details }) => [name, details?.['rows']]),
    [
      ['users.insert(3 documents)', 3],
      ['users.find({})', 2],
      ['users.getMore()', 1],
    ],
  );
});

test('waiting for a connection of the pool is a span', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const { data } = await app.profileOf(await fetch(`${app.url}/pool`));
  assert.ok(data.spans.some(({ name }) => name === 'Wait for a connection of the pool'));
});

test('the error of a command is recorded, and the application gets it with the same stack', async (t) => {
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'mongo.mjs', { withoutRecorder: true }),
    startApplication(t, 'mongo.mjs'),
  ]);
  const response = await fetch(`${recorded.url}/failed`);
  const error = await response.text();
  assert.match(error, /^MongoServerError: unknown top level operator\n/);
  assert.equal(error, await (await fetch(`${plain.url}/failed`)).text());
  const [command] = getCommands(await recorded.profileOf(response));
  assert.match(command!.error!, /unknown top level operator/);
});

test('writes that fail in a successful reply are recorded with their error and the number of written documents', async (t) => {
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'mongo.mjs', { withoutRecorder: true }),
    startApplication(t, 'mongo.mjs'),
  ]);
  const response = await fetch(`${recorded.url}/duplicates`);
  const errors = await response.text();
  assert.match(
    errors,
    /^MongoServerError: E11000 .+\n[^]+MongoBulkWriteError: E11000 .+\n[^]+MongoServerError: E11000 /,
  );
  assert.equal(errors, await (await fetch(`${plain.url}/duplicates`)).text());
  const duplicate = (collection: string, id: number): string =>
    `E11000 duplicate key error collection: shop.${collection} index: _id_ dup key: { _id: ${id} }`;
  const profile = await recorded.profileOf(response);
  assert.deepEqual(
    getCommands(profile).map(({ error, details }) => [error, details?.['rows']]),
    [
      [undefined, 1],
      [undefined, 1],
      [duplicate('users', 7), 0],
      [`${duplicate('users', 7)} (and 1 more)`, 1],
      [duplicate('pins', 7), 0],
      ['Not enough data-bearing nodes', 1],
    ],
  );
});

test('a command of mongoose is recorded once', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const response = await fetch(`${app.url}/mongoose`);
  assert.equal(await response.text(), 'Maps 1');
  const profile = await app.profileOf(response);
  assert.deepEqual(
    getCommands(profile).map(({ details }) => [details?.['collection'], details?.['operation']]),
    [
      ['books', 'insert'],
      ['books', 'find'],
      ['books', 'aggregate'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(profile), /hunter2/);
});

test('a command for each document of another one is reported as N+1', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const profile = await app.profileOf(await fetch(`${app.url}/each`));
  const finding = profile.data.findings.find(({ code }) => code === 'n1');
  assert.match(finding?.text ?? '', /N\+1: 6 × `users\.find\(\{number: \?\}\)` from .*mongo\.mjs:\d+/);
  const text = renderBlocksAsText(drawPanel(databasePanel, profile, NO_LINKS)!.blocks);
  assert.match(text, /Repeated queries/);
  assert.match(text, /users\.find\(\{number: \?\}\)/);
  assert.doesNotMatch(text, /Runnable SQL/);
});

test('commands of interleaved requests belong to the request that sent them', async (t) => {
  const app = await startApplication(t, 'mongo.mjs');
  const numbers = Array.from({ length: 100 }, (_, index) => String(index));
  const responses = await Promise.all(numbers.map((n) => fetch(`${app.url}/number?n=${n}`)));
  for (const [index, response] of responses.entries()) {
    assert.equal(await response.text(), numbers[index]);
    const filters = getCommands(await app.profileOf(response)).map(({ details }) => details?.['parameters']);
    assert.deepEqual(
      filters,
      [1, 2, 3].map(() => [{ n: numbers[index] }]),
    );
  }
});

function getCommands({ data }: Profile): readonly Span[] {
  return data.spans.filter(({ kind }) => kind === 'db');
}
