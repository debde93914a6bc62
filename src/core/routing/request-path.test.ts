import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { comparablePath } from './request-path.ts';

test('a path is compared as the matcher reads it: decoded once, nothing else changed', () => {
  equal(comparablePath('/admin/x'), '/admin/x');
  equal(comparablePath('/%61dmin%2Fx'), '/admin/x');
  equal(comparablePath('/%2561dmin'), '/%61dmin');
  equal(comparablePath('//admin/../x;y'), '//admin/../x;y');
  equal(comparablePath('/caf%C3%A9'), '/café');
});

test('bytes that are no UTF-8 hide nothing that stands before them', () => {
  equal(comparablePath('/%61dmin/%FF'), '/admin/\ufffd');
  equal(comparablePath('/caf%C3%A9/%FF'), '/café/\ufffd');
});
