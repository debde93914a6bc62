import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { originPattern, patternFlaw } from './origin-pattern.ts';

test('what is below a name fits, and nothing that only looks like it', () => {
  const fits = originPattern('https://*.example.com');
  const strangers = [
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
  deepEqual(strangers.filter(fits), []);
  deepEqual(['https://a.example.com', 'https://a.b-c.example.com'].every(fits), true);
});

test('a port may be any', () => {
  const fits = originPattern('http://localhost:*');
  deepEqual(
    [
      'http://localhost:5173',
      'http://localhost',
      'http://localhost:',
      'http://localhost:1.evil',
      'http://localhostx:1',
    ].map(fits),
    [true, true, false, false, false],
  );
  const both = originPattern('https://*.example.com:*');
  deepEqual(['https://a.example.com:1', 'https://a.example.com', 'https://a.example.com:x'].map(both), [
    true,
    true,
    false,
  ]);
  equal(originPattern('http://[::1]:*')('http://[::1]:3'), true);
});

test('a pattern that is none, or that anybody could fit, is refused', () => {
  const reasons: Record<string, RegExp> = {
    'https://*': /stands for/,
    'https://*.*': /stands for/,
    'https://*example.com': /stands for/,
    'https://www.*.com': /stands for/,
    'https://a*.example.com': /stands for/,
    '*://example.com': /no origin/,
    '*.example.com': /stands for/,
    'https://*.com': /Everybody/,
    'https://*.Example.com': /never write/,
    'https://*.example.com/': /never write/,
    'https://*.127.0.0.1': /below an address/,
  };
  for (const [pattern, reason] of Object.entries(reasons)) match(patternFlaw(pattern)?.reason ?? '', reason, pattern);
  for (const pattern of [
    'https://*.example.com',
    'http://localhost:*',
    'http://*.localhost:*',
    'https://*.example.com:8443',
    'http://127.0.0.1:*',
  ])
    equal(patternFlaw(pattern), undefined, pattern);
});
