import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPropagation, isPropagationHost } from './propagate-trace.ts';

test('loopback and private addresses get the trace, public ones do not', () => {
  const propagates = createPropagation();
  for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1', '10.1.2.3'])
    assert.equal(propagates(host), true, host);
  for (const host of ['172.16.0.1', '172.31.255.255', '192.168.1.1', '[fd00::1]', 'fe80::1%eth0', '::ffff:10.0.0.1'])
    assert.equal(propagates(host), true, host);
  for (const host of [
    '8.8.8.8',
    '172.32.0.1',
    '[2001:4860::8888]',
    'api.example',
    'localhost.example',
    '',
    '::ffff:8.8.8.8',
  ])
    assert.equal(propagates(host), false, host);
});

test('configured hosts get the trace, with their subdomains only after an asterisk', () => {
  const propagates = createPropagation(['api.example', '*.internal']);
  for (const host of ['api.example', 'API.example', 'stock.internal', 'a.b.internal', '127.0.0.1'])
    assert.equal(propagates(host), true, host);
  for (const host of ['v2.api.example', 'internal', 'xinternal', 'api.example.org'])
    assert.equal(propagates(host), false, host);
  assert.equal(createPropagation(['*'])('any.example'), true);
  assert.equal(createPropagation(false)('localhost'), false);
});

test('URLs, ports and wildcards inside a name are not hosts', () => {
  for (const host of ['api.example', '*.internal', '*', '10.0.0.1', 'stock'])
    assert.equal(isPropagationHost(host), true);
  for (const host of ['https://api.example', 'api.example:80', 'a.*.b', '', '-', '*.'])
    assert.equal(isPropagationHost(host), false, host);
});
