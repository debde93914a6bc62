import assert from 'node:assert/strict';
import { it } from 'node:test';
import { removeFramingHeaders } from './framing-headers.ts';

it('removeFramingHeaders removes the length and connection headers of a controller', () => {
  const list = [
    'content-length',
    '5',
    'X-A',
    'b',
    'Transfer-Encoding',
    'chunked',
    'Upgrade',
    'h2c',
    'Keep-Alive',
    'x',
    'Content-Location',
    '/a',
    'Connection',
    'upgrade',
    'TRAILER',
    'x',
    'proxy-connection',
    'keep-alive',
    'TE',
    'trailers',
    'HTTP2-Settings',
    'AAMAAABkAAQAoAAAAAIAAAAA',
  ];
  assert.equal(removeFramingHeaders(list), '5');
  assert.deepEqual(list, ['X-A', 'b', 'Content-Location', '/a']);
  const closing = ['Connection', 'close', 'Content-Length', '5, 6'];
  assert.equal(removeFramingHeaders(closing), undefined);
  assert.deepEqual(closing, ['Connection', 'close']);
});
