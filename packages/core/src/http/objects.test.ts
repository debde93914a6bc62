import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NullPrototypeRecord } from './objects.ts';

test('has no members before they are set', () => {
  const record = new NullPrototypeRecord<number>();
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    assert.equal(name in record, false, name);
    assert.equal(record[name], undefined, name);
    record[name] = 1;
    assert.equal(record[name], 1, name);
  }
  assert.deepEqual(Object.keys(record), ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']);
});

test('instances do not share members', () => {
  const one = new NullPrototypeRecord<number>();
  one['__proto__'] = 1;
  const other = new NullPrototypeRecord<number>();
  assert.equal(other['__proto__'], undefined);
  assert.throws(() => Object.defineProperty(Object.getPrototypeOf(one), 'x', { value: 1 }), TypeError);
});
