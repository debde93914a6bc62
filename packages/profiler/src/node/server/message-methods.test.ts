import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { replaceMessageMethods } from './message-methods.ts';

const METHODS = [
  [IncomingMessage.prototype, 'push'],
  [ServerResponse.prototype, 'write'],
  [ServerResponse.prototype, 'end'],
  [ServerResponse.prototype, 'writeHead'],
] as const;
const getMethod = ([prototype, name]: (typeof METHODS)[number]): object => Reflect.get(prototype, name) as object;
const describe = (method: object): unknown[] => [Reflect.get(method, 'name'), Reflect.get(method, 'length')];
const ownNames = (): string[] => [IncomingMessage, ServerResponse].flatMap((value) => Object.keys(value.prototype));

test('the methods have the names and the parameters of the original ones, and are restored', () => {
  const originals = METHODS.map(getMethod);
  const names = ownNames();
  const restore = replaceMessageMethods();
  const replaced = METHODS.map(getMethod);
  assert.ok(replaced.every((method, index) => method !== originals[index]));
  assert.deepEqual(replaced.map(describe), originals.map(describe));
  assert.deepEqual(ownNames(), names);
  restore();
  assert.deepEqual(METHODS.map(getMethod), originals);
  assert.ok(!Object.hasOwn(ServerResponse.prototype, 'end') && !Object.hasOwn(IncomingMessage.prototype, 'push'));
});

test('a method that the application has replaced as well is not restored', (t) => {
  const restore = replaceMessageMethods();
  const ofApplication = (): void => undefined;
  Object.defineProperty(ServerResponse.prototype, 'end', { value: ofApplication, configurable: true });
  t.after(() => Reflect.deleteProperty(ServerResponse.prototype, 'end'));
  restore();
  assert.equal(ServerResponse.prototype.end, ofApplication);
});
