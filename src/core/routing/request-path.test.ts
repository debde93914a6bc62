import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { comparablePath } from './request-path.ts';

test('comparablePath decodes a path once and changes nothing else', () => {
  equal(comparablePath('/admin/x'), '/admin/x');
  equal(comparablePath('/%61dmin%2Fx'), '/admin/x');
  equal(comparablePath('/%2561dmin'), '/%61dmin');
  equal(comparablePath('//admin/../x;y'), '//admin/../x;y');
  equal(comparablePath('/caf%C3%A9'), '/café');
});

test('comparablePath keeps the text before invalid UTF-8', () => {
  equal(comparablePath('/%61dmin/%FF'), '/admin/\ufffd');
  equal(comparablePath('/caf%C3%A9/%FF'), '/café/\ufffd');
});
