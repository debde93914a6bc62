import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../../../../core/src/http/http-errors.ts';
import { parseJsonPatch } from './json-patch.ts';

type Case = readonly [title: string, document: unknown, patch: unknown, expected: unknown];

/** Expects the status 400 for an invalid patch or 409 for a patch that fails. */
const REFUSED = (status: 400 | 409) => ({ status });

const APPENDIX: readonly Case[] = [
  ['A.1 adding a member', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
  [
    'A.2 adding an element',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3 removing a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [
    'A.4 removing an element',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  [
    'A.5 replacing a value',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6 moving a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moving an element',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 testing: success',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  ['A.9 testing: error', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], REFUSED(409)],
  [
    'A.10 adding a nested object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.11 unknown members are ignored',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
    { foo: 'bar', baz: 'qux' },
  ],
  ['A.12 adding to a missing parent', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }], REFUSED(409)],
  ['A.14 ~ is escaped', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [
    'A.15 a string is not equal to a number',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: '10' }],
    REFUSED(409),
  ],
  [
    'A.16 adding an array',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
];

// After the cases of the json-patch-tests collection.
const COLLECTION: readonly Case[] = [
  ['no operations', { a: 1 }, [], { a: 1 }],
  ['the whole document', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  ['adding the whole document', { a: 1 }, [{ op: 'add', path: '', value: [] }], []],
  ['the empty name', {}, [{ op: 'add', path: '/', value: 1 }], { '': 1 }],
  ['an empty name below', { foo: {} }, [{ op: 'add', path: '/foo/', value: 1 }], { foo: { '': 1 } }],
  ['a name that looks like an index', {}, [{ op: 'add', path: '/0', value: 'x' }], { 0: 'x' }],
  ['an array as the document', [], [{ op: 'add', path: '/0', value: 'x' }], ['x']],
  ['an index just after the end', [1, 2], [{ op: 'add', path: '/2', value: 3 }], [1, 2, 3]],
  ['an index beyond the end', [1, 2], [{ op: 'add', path: '/3', value: 3 }], REFUSED(409)],
  ['a negative index', [1], [{ op: 'add', path: '/-1', value: 3 }], REFUSED(409)],
  ['a leading zero', [1, 2], [{ op: 'remove', path: '/00' }], REFUSED(409)],
  ['an index with letters', [1], [{ op: 'add', path: '/1e0', value: 3 }], REFUSED(409)],
  ['an index with a fraction', [1], [{ op: 'replace', path: '/0.0', value: 3 }], REFUSED(409)],
  ['replacing a missing member', {}, [{ op: 'replace', path: '/a', value: 1 }], REFUSED(409)],
  ['removing a missing member', {}, [{ op: 'remove', path: '/a' }], REFUSED(409)],
  ['removing after the end', [1], [{ op: 'remove', path: '/-' }], REFUSED(409)],
  ['null is a value', { a: 1 }, [{ op: 'add', path: '/b', value: null }], { a: 1, b: null }],
  ['a null member exists', { a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
  ['null is not absent', {}, [{ op: 'test', path: '/a', value: null }], REFUSED(409)],
  ['false is not 0', { a: false }, [{ op: 'test', path: '/a', value: 0 }], REFUSED(409)],
  ['1.0 is 1', { a: 1 }, [{ op: 'test', path: '/a', value: 1.0 }], { a: 1 }],
  [
    'members have no order',
    { a: { x: 1, y: [2] } },
    [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }],
    { a: { x: 1, y: [2] } },
  ],
  ['elements have an order', { a: [1, 2] }, [{ op: 'test', path: '/a', value: [2, 1] }], REFUSED(409)],
  ['an array is not an object', { a: [] }, [{ op: 'test', path: '/a', value: {} }], REFUSED(409)],
  ['moving to the same place', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  ['moving into itself', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], REFUSED(400)],
  ['moving to a path with the same prefix', { a: 1 }, [{ op: 'move', from: '/a', path: '/ab' }], { ab: 1 }],
  [
    'a copy is independent of its source',
    { a: { x: 1 } },
    [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/x', value: 2 },
    ],
    { a: { x: 1 }, b: { x: 2 } },
  ],
  ['copying a missing member', {}, [{ op: 'copy', from: '/a', path: '/b' }], REFUSED(409)],
  [
    'a failure leaves the document unchanged',
    { a: 1 },
    [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'test', path: '/a', value: 1 },
    ],
    REFUSED(409),
  ],
  ['a path through a string', { a: 'xyz' }, [{ op: 'add', path: '/a/0', value: 1 }], REFUSED(409)],
  ['inherited members do not exist', {}, [{ op: 'test', path: '/toString', value: 1 }], REFUSED(409)],
  ['no list', {}, { op: 'add', path: '/a', value: 1 }, REFUSED(400)],
  ['no object', {}, [null], REFUSED(400)],
  ['no op', {}, [{ path: '/a', value: 1 }], REFUSED(400)],
  ['an unknown op', {}, [{ op: 'spam', path: '/a', value: 1 }], REFUSED(400)],
  ['no path', {}, [{ op: 'add', value: 1 }], REFUSED(400)],
  ['a path that is null', {}, [{ op: 'add', path: null, value: 1 }], REFUSED(400)],
  ['a path without a slash', {}, [{ op: 'add', path: 'a', value: 1 }], REFUSED(400)],
  ['a path with a invalid escape', {}, [{ op: 'add', path: '/~2', value: 1 }], REFUSED(400)],
  ['no value', {}, [{ op: 'add', path: '/a' }], REFUSED(400)],
  ['a test without a value', { a: null }, [{ op: 'test', path: '/a' }], REFUSED(400)],
  ['no from', { a: 1 }, [{ op: 'copy', path: '/b' }], REFUSED(400)],
  ['a from without a slash', { a: 1 }, [{ op: 'move', path: '/b', from: 'a' }], REFUSED(400)],
];

for (const [title, document, patch, expected] of [...APPENDIX, ...COLLECTION])
  test(title, () => {
    const before = JSON.stringify(document);
    const { status } = expected as { status?: number };
    if (status === 400 || status === 409)
      assert.throws(
        () => parseJsonPatch(patch)(document),
        (error) => error instanceof HttpError && error.status === status,
      );
    else assert.deepEqual(parseJsonPatch(patch)(document), expected);
    assert.equal(JSON.stringify(document), before, 'the document stays as it was');
  });

test('A.13 the last of duplicate members is used, as in JSON.parse', () => {
  const patch: unknown = JSON.parse('[{"op":"add","path":"/baz","value":"qux","op":"remove"}]');
  assert.throws(() => parseJsonPatch(patch)({ foo: 'bar' }), /failed/);
});

test('a patch cannot change prototypes', () => {
  const steps = [
    { op: 'add', path: '/__proto__', value: { polluted: true } },
    { op: 'add', path: '/constructor', value: { prototype: { polluted: true } } },
  ];
  const result = parseJsonPatch(steps)({}) as Record<string, unknown>;
  assert.deepEqual(Object.keys(result), ['__proto__', 'constructor']);
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
  assert.throws(() => parseJsonPatch([{ op: 'add', path: '/__proto__/polluted', value: true }])({}), /failed/);
  assert.throws(() => parseJsonPatch([{ op: 'add', path: '/constructor/prototype/x', value: 1 }])({}), /failed/);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('a patch that copies too many values is rejected', () => {
  const steps = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '', path: `/c${i}` }));
  assert.throws(() => parseJsonPatch(steps)({ a: [1, 2, 3] }), /too large/);
  assert.throws(
    () => parseJsonPatch(Array.from({ length: 1001 }, () => ({ op: 'test', path: '', value: 1 }))),
    /at most 1000/,
  );
});

test('an index that does not exist is reported with the length of the array', () => {
  for (const op of ['add', 'replace', 'remove']) {
    const apply = parseJsonPatch([{ op, path: '/tags/99', value: 'z' }]);
    assert.throws(() => apply({ tags: ['a', 'b', 'c'] }), /array of length 3 /, op);
  }
});
