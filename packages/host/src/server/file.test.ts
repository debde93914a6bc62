import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file } from './file.ts';

const base = mkdtempSync(join(tmpdir(), 'oriel-files-'));
const root = join(base, 'public');
mkdirSync(join(root, 'deep'), { recursive: true });
mkdirSync(join(base, 'public-not'));
writeFileSync(join(root, 'a.html'), '<p>');
writeFileSync(join(root, 'deep', 'data'), '0123');
writeFileSync(join(base, 'secret.txt'), 'secret');
writeFileSync(join(base, 'public-not', 'secret.txt'), 'secret');
symlinkSync(join(base, 'secret.txt'), join(root, 'link.txt'));

describe('file', () => {
  it('sets Content-Type, Last-Modified and an ETag', async () => {
    const { status, headers, body } = await file('a.html', { root });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(headers.get('etag')!, /^(W\/)?"\w+-\w+"$/);
    assert.ok(!Number.isNaN(Date.parse(headers.get('last-modified')!)));
    assert.equal((body as { length: number }).length, 3);
    assert.equal((await file('deep/data', { root })).headers.get('content-type'), 'application/octet-stream');
    assert.equal(
      (await file('/a.html', { root, contentType: 'text/plain' })).headers.get('content-type'),
      'text/plain',
    );
  });

  it('sets the download name to the file name or a given name', async () => {
    const name = async (download: boolean | string) =>
      (await file('a.html', { root, download })).headers.get('content-disposition');
    assert.equal(await name(true), 'attachment; filename="a.html"');
    assert.equal(await name(false), undefined);
    assert.equal(
      await name('Größe "1"\r\nX: y.txt'),
      `attachment; filename="Gr__e _1___X: y.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%0D%0AX%3A%20y.txt`,
    );
  });

  it('throws NotFoundError for a missing file, a folder and a path outside of the root', async () => {
    for (const path of [
      'none',
      'deep',
      '',
      '.',
      '..',
      '../secret.txt',
      'deep/../../secret.txt',
      '../public-not/secret.txt',
      'link.txt',
      'a.html/x',
      'a\0.html',
      'x'.repeat(5_000),
    ]) {
      await assert.rejects(file(path, { root }), { name: 'NotFoundError' }, path);
    }
    await assert.rejects(file(join(base, 'none')), { name: 'NotFoundError' });
  });

  it('accepts a file URL, a name for an inline file, and further headers', async () => {
    const { headers } = await file(pathToFileURL(join(root, 'deep', 'data')), {
      name: 'a.pdf',
      headers: { 'Cache-Control': 'no-store' },
    });
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-disposition'), 'inline; filename="a.pdf"');
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('throws for an ETag or a type that would break the header', async () => {
    await assert.rejects(file('a.html', { root, etag: 'a"b' }), /The etag "a\\"b" contains quotes/);
    await assert.rejects(file('a.html', { root, contentType: 'text/plain\r\nX: y' }), TypeError);
  });
});
