import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trappedProxy } from '../../../../../test/lib/trapped-proxy.ts';
import { describeMongoCommand } from './mongodb-command.ts';

test('a command is described by its operation and the names of its fields', () => {
  const getStatement = (operation: string, command: object): string =>
    describeMongoCommand(operation, { ...command }).statement;
  assert.equal(
    getStatement('find', { find: 'users', filter: { a: 1, b: { $gt: 2 } } }),
    'users.find({a: ?, b: {$gt: ?}})',
  );
  assert.equal(getStatement('find', { find: 'users', filter: { a: { $in: [1, 2] } } }), 'users.find({a: {$in: [?]}})');
  assert.equal(getStatement('distinct', { distinct: 'users', key: 'city', query: {} }), 'users.distinct(city, {})');
  assert.equal(
    getStatement('findAndModify', { findAndModify: 'users', query: { a: 1 }, update: { $inc: { n: 1 } } }),
    'users.findAndModify({a: ?}, {$inc: {n: ?}})',
  );
  assert.equal(
    getStatement('update', { update: 'users', updates: [{ q: { a: 1 }, u: { $set: { b: 2 } } }, {}] }),
    'users.update({a: ?}, {$set: {b: ?}}, … 1 more)',
  );
  assert.equal(getStatement('getMore', { getMore: 7n, collection: 'users' }), 'users.getMore()');
  assert.equal(getStatement('ping', { ping: 1 }), 'ping()');
});

test('no trap of a proxy is called', () => {
  const { proxy, calls } = trappedProxy({});
  const filter = { a: proxy, b: [proxy], c: Object.create(proxy) as object };
  const { statement, parameters } = describeMongoCommand('find', { find: 'users', filter });
  assert.equal(statement, 'users.find({a: ?, b: [?], c: ?})');
  assert.deepEqual(parameters, [{ a: '[proxy]', b: ['[proxy]'], c: '[proxy]' }]);
  assert.deepEqual(calls, []);
});

test('values are copied as plain data of bounded size', () => {
  const filter: Record<string, unknown> = {
    id: { _bsontype: 'ObjectId', toString: () => '65f' },
    at: new Date(0),
    name: /a/i,
    bytes: new Uint8Array(3),
    text: 'x'.repeat(2_000),
    list: Array(100).fill(1),
  };
  filter['self'] = filter;
  const [copy] = describeMongoCommand('find', { find: 'users', filter }).parameters as [Record<string, unknown>];
  assert.equal(copy['id'], 'ObjectId(65f)');
  assert.equal(copy['at'], '1970-01-01T00:00:00.000Z');
  assert.equal(copy['name'], '/a/i');
  assert.equal(copy['bytes'], '[3 bytes]');
  assert.equal(String(copy['text']).length, 501);
  assert.equal((copy['list'] as unknown[]).length, 30);
  assert.ok(JSON.stringify(copy).length < 20_000);
});

test('a value that an expression compares with a sensitive field is masked', () => {
  const filter = { $expr: { $eq: ['$user.password', 'x'] }, $and: [{ $gt: ['$age', 5] }, { $eq: [7, '$pin'] }] };
  assert.deepEqual(describeMongoCommand('find', { find: 'users', filter }).parameters, [
    { $expr: { $eq: ['$user.password', '•••'] }, $and: [{ $gt: ['$age', 5] }, { $eq: ['•••', '$pin'] }] },
  ]);
});
