import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTarget } from './target.ts';

function parts(target: string): (string | undefined)[] {
  const { path, query, authority, problem } = parseTarget(target);
  return problem ? [problem.message] : [path, query, authority];
}

test('splits a target at its first question mark and decodes nothing', () => {
  assert.deepEqual(parts('/a%2Fb?x=%20&y=?'), ['/a%2Fb', 'x=%20&y=?', undefined]);
  assert.deepEqual(parts('/'), ['/', '', undefined]);
  assert.deepEqual(parts('/?'), ['/', '', undefined]);
});

test('keeps empty segments, dot segments and encoded slashes', () => {
  assert.deepEqual(parts('//evil.com/x'), ['//evil.com/x', '', undefined]);
  assert.deepEqual(parts('/a/../b/./c'), ['/a/../b/./c', '', undefined]);
  assert.deepEqual(parts('/data:image/png;base64,iVBOR'), ['/data:image/png;base64,iVBOR', '', undefined]);
});

test('removes a fragment', () => {
  assert.deepEqual(parts('/a?b#c?d'), ['/a', 'b', undefined]);
  assert.deepEqual(parts('/a#b'), ['/a', '', undefined]);
});

test('an absolute target has its own authority', () => {
  assert.deepEqual(parts('http://Example.com:81/a?b'), ['/a', 'b', 'Example.com:81']);
  assert.deepEqual(parts('HTTPS://example.com'), ['/', '', 'example.com']);
  assert.deepEqual(parts('http://example.com?b'), ['/', 'b', 'example.com']);
  assert.deepEqual(parts('http://u:p@example.com/'), ['/', '', 'u:p@example.com']);
});

test('the target * represents the server, and an empty path the root', () => {
  assert.deepEqual(parts('*'), ['*', '', undefined]);
  assert.deepEqual(parts(''), ['/', '', undefined]);
  assert.deepEqual(parts('?a'), ['/', 'a', undefined]);
});

test('rejects any other target with 400', () => {
  for (const target of ['a', 'example.com:443', 'ftp://example.com/', 'http:///x', 'javascript:alert(1)']) {
    const { problem } = parseTarget(target);
    assert.equal(problem?.status, 400, target);
    assert.match(problem.message, /neither a path nor an http URL/);
  }
});
