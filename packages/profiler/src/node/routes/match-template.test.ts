import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesTemplate } from './match-template.ts';

describe('matchesTemplate', () => {
  const MATCHES: readonly (readonly [template: string, path: string])[] = [
    ['/users/:id', '/users/7'],
    ['/users/:id', '/Users/7/'],
    ['/caf%C3%A9/:id', '/café/1'],
    ['/', '/'],
    ['/users/:id(\\d+)', '/users/7'],
    ['/users/:id{[0-9]+}', '/users/7'],
    ['/users/{id}', '/users/7'],
    ['/users/{id?}', '/users'],
    ['/files/{path*}', '/files/a/b'],
    ['/users/[id]', '/users/7'],
    ['/users{/:id}/edit', '/users/edit'],
    ['/files/*path', '/files/a/b'],
    ['/files/:path+', '/files/a/b'],
    ['/shops/**', '/shops'],
    ['/a/:x | /b/:x', '/b/2'],
    ['/:name([^/]+)/edit', '/x/edit'],
    ['/^\\/users\\/(\\d+)$/', '/anything'],
    ['/:from-:to', '/lisbon-piran'],
    ['*', '/any/path'],
  ];
  for (const [template, path] of MATCHES)
    it(`${template} matches ${path}`, () => assert.equal(matchesTemplate(template, path), true));

  const OTHERS: readonly (readonly [template: string, path: string])[] = [
    ['/:id', '/posts/7'],
    ['/users', '/users/7'],
    ['/users/:id', '/users'],
    ['/users/:id/edit', '/users/7/delete'],
    ['/users/{id}', '/shops/7'],
    ['/files/*path', '/images/a'],
    ['/shops/:shop/**/items', '/shops/a/b'],
    ['/users/:id{[0-9]+}', '/users/7/8'],
    ['/a/:x | /b/:x', '/c/2'],
  ];
  for (const [template, path] of OTHERS)
    it(`${template} does not match ${path}`, () => assert.equal(matchesTemplate(template, path), false));
});
