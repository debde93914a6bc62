import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentDisposition } from './content-disposition.ts';

test('sends a plain name once', () => {
  assert.equal(contentDisposition('attachment', 'a b.txt'), 'attachment; filename="a b.txt"');
  assert.equal(contentDisposition('inline', ''), 'inline');
});

test('sends a name that is not plain ASCII in both notations', () => {
  assert.equal(
    contentDisposition('attachment', 'Größe (1)*.txt'),
    `attachment; filename="Gr__e (1)*.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%2A.txt`,
  );
});

test('removes folders from the name', () => {
  assert.equal(contentDisposition('attachment', '../../etc/passwd'), 'attachment; filename="passwd"');
  assert.equal(contentDisposition('attachment', 'C:\\temp\\a.txt'), 'attachment; filename="a.txt"');
  assert.equal(contentDisposition('attachment', 'folder/'), 'attachment');
});

test('line breaks, quotes and lone surrogates cannot add headers or parameters', () => {
  assert.equal(
    contentDisposition('attachment', 'a"\r\nX: y; b=c\ud800.txt'),
    `attachment; filename="a___X: y; b=c_.txt"; filename*=UTF-8''a%22%0D%0AX%3A%20y%3B%20b%3Dc%EF%BF%BD.txt`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const value = contentDisposition('attachment', name);
      assert.match(value, /^attachment(; filename="[ !#$&-[\]-~]*"(; filename\*=UTF-8''[\w.!~%-]*)?)?$/);
    }),
  );
});
