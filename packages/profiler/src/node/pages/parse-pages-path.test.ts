import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePagesPath } from './parse-pages-path.ts';

test('accepts paths of letters, digits and -._~, without a slash at their end', () => {
  for (const path of ['/_profiler', '/debug/profiler', '/api/v1.2/~me', '/.debug', '/...'])
    for (const text of [path, `${path}/`]) assert.equal(parsePagesPath(text), path);
});

test('rejects other paths, and that of the whole application', () => {
  for (const path of [
    '',
    '/',
    'debug',
    '//debug',
    '/debug//x',
    '/debug/../x',
    '/./x',
    '/..',
    '/{token}',
    '/a b',
    '/a?b',
    '/ä',
    7,
  ])
    assert.throws(() => parsePagesPath(path), {
      name: 'TypeError',
      message: `profiler() has the path ${JSON.stringify(path)}; expected a path of letters, digits and -._~, such as "/debug/profiler"`,
    });
});
