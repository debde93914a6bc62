import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimRoute } from './claim-route.ts';

describe('claimRoute', () => {
  it('returns a template that matches the path', () => {
    assert.equal(claimRoute('/posts/:id', '/posts/7'), '/posts/:id');
    assert.equal(claimRoute('', '/'), '/');
  });

  it('adds the path before a mounted router, which knows only its own part', () => {
    assert.equal(claimRoute('/:id', '/posts/7'), '/posts/:id');
    assert.equal(claimRoute('/users/:id', '/api/v2/users/7'), '/api/v2/users/:id');
    assert.equal(claimRoute('/*', '/files/a/b', '/a/b'), '/files/*');
  });

  it('marks a route with a parameter in the path of its router as guessed', () => {
    assert.equal(claimRoute('/items/:item', '/shops/42/items/7'), '~/shops/:n/items/:item');
  });

  it('accepts a path that the application has rewritten', () => {
    assert.equal(claimRoute('/coffee/:kind', '/rewritten', '/coffee/green'), '/coffee/:kind');
  });

  it('returns undefined for a template that matches no part of the path, and for a URL', () => {
    assert.equal(claimRoute('/users/:id', '/posts'), undefined);
    assert.equal(claimRoute('/users/:id', '/users/7/edit'), undefined);
    assert.equal(claimRoute('http://localhost:1337/users/:id', '/users/7'), undefined);
  });
});
