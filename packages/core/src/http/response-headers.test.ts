import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseHeaders } from './response-headers.ts';

test('compares names case-insensitively and keeps their case', () => {
  const headers = new ResponseHeaders(['Content-Type', 'text/plain']);
  assert.equal(headers.get('content-type'), 'text/plain');
  assert.equal(headers.has('CONTENT-TYPE'), true);
  headers.set('content-type', 'text/html');
  assert.deepEqual(headers.list, ['Content-Type', 'text/html']);
});

test('append adds a line, get joins the lines, set replaces them', () => {
  const headers = new ResponseHeaders();
  headers.append('Link', '<a>');
  headers.append('X', '1');
  headers.append('link', '<b>');
  headers.append('Link', '<c>');
  assert.equal(headers.get('Link'), '<a>, <b>, <c>');
  headers.set('LINK', '<d>');
  assert.deepEqual(
    [...headers],
    [
      ['Link', '<d>'],
      ['X', '1'],
    ],
  );
});

test('delete removes every line of a name', () => {
  const headers = new ResponseHeaders(['A', '1', 'B', '2', 'a', '3']);
  headers.delete('a');
  assert.deepEqual(headers.list, ['B', '2']);
  assert.equal(headers.get('A'), undefined);
  assert.equal(headers.has('A'), false);
});

test('addToken adds a token once', () => {
  const headers = new ResponseHeaders();
  headers.addToken('Vary', 'Accept');
  headers.addToken('Vary', 'Origin');
  headers.addToken('vary', 'ACCEPT');
  assert.equal(headers.get('Vary'), 'Accept, Origin');
});

test('addToken adds nothing to a star', () => {
  const headers = new ResponseHeaders(['Vary', '*']);
  headers.addToken('Vary', 'Accept');
  assert.equal(headers.get('Vary'), '*');
});

test('rejects a name that is not a token and a value with a control character', () => {
  const headers = new ResponseHeaders(['X', 'y']);
  for (const name of ['', 'a b', 'a:', 'a\r\nb', 'é'])
    assert.throws(() => headers.append(name, 'x'), /is not a token/, name);
  for (const value of ['a\r\nSet-Cookie: x', 'a\nb', 'a\0', 'a\x7f', '€']) {
    assert.throws(() => headers.set('X', value), /contains an invalid character/);
    assert.throws(() => headers.append('X', value), TypeError);
  }
  assert.throws(() => headers.set('X', 7 as unknown as string), /needs a string, got number/);
  assert.deepEqual(headers.list, ['X', 'y']);
});

test('accepts tabs and Latin-1 characters', () => {
  const headers = new ResponseHeaders();
  headers.set('X', 'a\tb é');
  assert.equal(headers.get('x'), 'a\tb é');
});
