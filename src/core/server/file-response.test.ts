import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileResponse } from './file-response.ts';

const base = mkdtempSync(join(tmpdir(), 'oriel-files-'));
const root = join(base, 'public');
mkdirSync(join(root, 'deep'), { recursive: true });
mkdirSync(join(base, 'public-not'));
writeFileSync(join(root, 'a.html'), '<p>');
writeFileSync(join(root, 'deep', 'data'), '0123');
writeFileSync(join(base, 'secret.txt'), 'secret');
writeFileSync(join(base, 'public-not', 'secret.txt'), 'secret');
symlinkSync(join(base, 'secret.txt'), join(root, 'link.txt'));

describe('a file', () => {
  it('is answered with its type, its date and a weak tag', async () => {
    const { status, headers, body } = await fileResponse('a.html', { root });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(headers.get('etag')!, /^W\/"\w+-\w+"$/);
    assert.ok(!Number.isNaN(Date.parse(headers.get('last-modified')!)));
    assert.equal((body as { length: number }).length, 3);
    assert.equal((await fileResponse('deep/data', { root })).headers.get('content-type'), 'application/octet-stream');
    assert.equal(
      (await fileResponse('/a.html', { root, contentType: 'text/plain' })).headers.get('content-type'),
      'text/plain',
    );
  });

  it('is saved under its own name or another', async () => {
    const name = async (download: boolean | string) =>
      (await fileResponse('a.html', { root, download })).headers.get('content-disposition');
    assert.equal(await name(true), 'attachment; filename="a.html"');
    assert.equal(await name(false), undefined);
    assert.equal(
      await name('Größe "1"\r\nX: y.txt'),
      `attachment; filename="Gr__e _1___X: y.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%0D%0AX%3A%20y.txt`,
    );
  });

  it('that is missing, a folder, or outside of the root does not exist', async () => {
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
      await assert.rejects(fileResponse(path, { root }), { name: 'NotFoundError' }, path);
    }
    await assert.rejects(fileResponse(join(base, 'none')), { name: 'NotFoundError' });
  });
});
