import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { validateOriginRegExp } from './validate-origins.ts';

test('an expression that matches whole origins and escapes its dots is valid', () => {
  for (const pattern of [
    /^https:\/\/example\.com$/,
    /^https:\/\/pr-\d+\.example\.com$/i,
    /^https?:\/\/(?:a|b)\.example\.com(?::\d+)?$/,
    /^https:\/\/[a-z.]+\.example\.com$/,
    /^https:\/\/[\]|.]x$/u,
  ])
    equal(validateOriginRegExp(pattern), undefined, String(pattern));
});

test('an expression that could match more than it seems to is reported', () => {
  const reasons: [RegExp, RegExp][] = [
    [/example\.com/, /a part/],
    [/^https:\/\/example\.com/, /a part/],
    [/https:\/\/example\.com$/, /a part/],
    [/^https:\/\/example\.com\$/, /a part/],
    [/^https:\/\/example\.com[$]/, /a part/],
    [/^https:\/\/a\.test$|^https:\/\/b\.test$/, /alternatives/],
    [/^https:\/\/a\.test|b\.test$/, /alternatives/],
    [/^https:\/\/www.example\.com$/, /unescaped \./],
    [/^https:\/\/.*$/, /unescaped \./],
    [/^https:\/\/a\.test$/m, /flag m/],
    [/^https:\/\/a\.test$/g, /flag g/],
    [/^https:\/\/a\.test$/y, /flag y/],
    [/^example\.com$/, /no origin/],
  ];
  for (const [pattern, reason] of reasons) match(validateOriginRegExp(pattern)?.reason ?? '', reason, String(pattern));
});
