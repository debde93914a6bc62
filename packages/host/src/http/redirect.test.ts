import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirect } from './redirect.ts';
import type { RedirectStatus } from './redirect.ts';

test('redirects to paths and to absolute URLs, with characters encoded that headers cannot have', () => {
  const location = (given: string | URL) => redirect(given).headers.get('location');
  assert.equal(location('/a/b?x=1#y'), '/a/b?x=1#y');
  assert.equal(location('/münchen?q=é'), '/m%C3%BCnchen?q=%C3%A9');
  assert.equal(location('https://example.com/a'), 'https://example.com/a');
  assert.equal(location(new URL('http://example.com')), 'http://example.com/');
  assert.equal(redirect('/').status, 302);
  assert.equal(redirect('/', 308).status, 308);
});

test('rejects locations that browsers resolve to another host, other schemes and control characters', () => {
  const unsafe = [
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' //evil.example',
    ],
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'https:evil.example', 'https:///evil.example'],
    ...['/.//evil.example', '/a/..//evil.example', '/%2e%2e//evil.example', '/..\\/evil.example'],
    ...['', 'relative', '?query', '/a\r\nSet-Cookie: a=1', '/a\u0000', '/a b', 'http://[', 'https:/\\evil.example'],
  ];
  for (const text of unsafe) assert.throws(() => redirect(text), TypeError, JSON.stringify(text));
  assert.throws(() => redirect('/', 200 as RedirectStatus), /the status is 200; use one of 301, 302, 303, 307, 308/);
});
