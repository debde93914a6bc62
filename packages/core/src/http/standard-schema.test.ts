import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { getPointer } from './standard-schema.ts';

// The paths of ArkType have a constructor that takes elements instead of a length.
class Path extends Array<PropertyKey> {
  constructor(...keys: readonly PropertyKey[]) {
    super();
    this.push(...keys);
  }
}

test('the pointer of an issue has its keys, also if the path is a subclass of Array', () => {
  equal(getPointer({ message: '', path: new Path() }), '');
  equal(getPointer({ message: '', path: new Path('a/b', 0) }), '/a~1b/0');
  equal(getPointer({ message: '', path: [{ key: 'a~b' }, 'c'] }), '/a~0b/c');
  equal(getPointer({ message: '' }), '');
});
