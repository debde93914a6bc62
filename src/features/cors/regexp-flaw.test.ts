import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { regexpFlaw } from './regexp-flaw.ts';

test('an expression that says all of an origin and means its dots is used', () => {
  for (const pattern of [
    /^https:\/\/example\.com$/,
    /^https:\/\/pr-\d+\.example\.com$/i,
    /^https?:\/\/(?:a|b)\.example\.com(?::\d+)?$/,
    /^https:\/\/[a-z.]+\.example\.com$/,
    /^https:\/\/[\]|.]x$/u,
  ])
    equal(regexpFlaw(pattern), undefined, String(pattern));
});

test('one that fits more than it seems to is not', () => {
  const reasons: [RegExp, RegExp][] = [
    [/example\.com/, /a part/],
    [/^https:\/\/example\.com/, /a part/],
    [/https:\/\/example\.com$/, /a part/],
    [/^https:\/\/example\.com\$/, /a part/],
    [/^https:\/\/example\.com[$]/, /a part/],
    [/^https:\/\/a\.test$|^https:\/\/b\.test$/, /alternatives/],
    [/^https:\/\/a\.test|b\.test$/, /alternatives/],
    [/^https:\/\/www.example\.com$/, /bare \./],
    [/^https:\/\/.*$/, /bare \./],
    [/^https:\/\/a\.test$/m, /flag m/],
    [/^https:\/\/a\.test$/g, /flag g/],
    [/^https:\/\/a\.test$/y, /flag y/],
    [/^example\.com$/, /No origin/],
  ];
  for (const [pattern, reason] of reasons) match(regexpFlaw(pattern)?.reason ?? '', reason, String(pattern));
});
