import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { compileOriginPattern, validateOriginPattern } from './origin.ts';

test('a pattern for subdomains matches every subdomain and nothing that resembles one', () => {
  const matches = compileOriginPattern('https://*.example.com');
  const others = [
    'https://example.com',
    'https://evilexample.com',
    'https://a.example.com.evil.test',
    'https://a.example.comx',
    'https://a.example.com:8443',
    'https://a.example.com.',
    'http://a.example.com',
    'https://a-example.com',
    'https://axexample.com',
    'https://evil.test/.example.com',
    'https://evil.test#.example.com',
    'https://evil.test?.example.com',
    'https://evil.test\\.example.com',
    'https://u@a.example.com',
    'https://a.exampleXcom',
    'https://.example.com',
    'https://a..example.com',
    'https://a.example.com\n',
  ];
  deepEqual(others.filter(matches), []);
  deepEqual(['https://a.example.com', 'https://a.b-c.example.com'].every(matches), true);
});

test('a pattern for ports matches every port and no port', () => {
  const matches = compileOriginPattern('http://localhost:*');
  deepEqual(
    [
      'http://localhost:5173',
      'http://localhost',
      'http://localhost:',
      'http://localhost:1.evil',
      'http://localhostx:1',
    ].map(matches),
    [true, true, false, false, false],
  );
  const both = compileOriginPattern('https://*.example.com:*');
  deepEqual(['https://a.example.com:1', 'https://a.example.com', 'https://a.example.com:x'].map(both), [
    true,
    true,
    false,
  ]);
  equal(compileOriginPattern('http://[::1]:*')('http://[::1]:3'), true);
});

test('an invalid pattern and a pattern below a top-level domain are reported', () => {
  const reasons: Record<string, RegExp> = {
    'https://*': /may only replace/,
    'https://*.*': /may only replace/,
    'https://*example.com': /may only replace/,
    'https://www.*.com': /may only replace/,
    'https://a*.example.com': /may only replace/,
    '*://example.com': /not an origin/,
    '*.example.com': /may only replace/,
    'https://*.com': /Anyone/,
    'https://*.Example.com': /do not write/,
    'https://*.example.com/': /do not write/,
    'https://*.127.0.0.1': /no subdomains/,
  };
  for (const [pattern, reason] of Object.entries(reasons))
    match(validateOriginPattern(pattern)?.reason ?? '', reason, pattern);
  for (const pattern of [
    'https://*.example.com',
    'http://localhost:*',
    'http://*.localhost:*',
    'https://*.example.com:8443',
    'http://127.0.0.1:*',
  ])
    equal(validateOriginPattern(pattern), undefined, pattern);
});
