import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { file, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';

const Photo = z.object({ id: z.int(), name: z.string() });

function createPhotos(content: z.ZodFile) {
  return createCheckedHost({
    api: { formats: ['json', 'jsonapi', 'csv'] },
    resources: [
      resource('photos', Photo, {
        id: 'id',
        store: memoryStore([{ id: 1, name: 'cat' }]),
        custom: {
          content: {
            line: 'GET /{id}/content',
            output: content,
            handle: () =>
              file(new File(['0123456789'.repeat(100)], 'cat.txt', { type: 'text/plain' }), { etag: 'cat' }),
          },
        },
      }),
    ],
  });
}

interface Documented {
  readonly paths: Record<
    string,
    { readonly get: { readonly responses: Record<string, { readonly content?: object }> } }
  >;
}

async function getResponses(content: z.ZodFile) {
  const { send } = createPhotos(content);
  const { paths } = (await (await send('GET /api/docs.json')).json()) as Documented;
  return paths['/api/photos/{id}/content']!.get.responses;
}

test('an operation that returns a file is described with its media types, ranges and 304', async () => {
  const any = await getResponses(z.file());
  deepEqual(any['200']!.content, { '*/*': {} });
  deepEqual(any['206']!.content, { '*/*': {}, 'multipart/byteranges': {} });
  equal('304' in any, true);
  const images = await getResponses(z.file().mime(['image/png', 'image/webp']));
  deepEqual(images['200']!.content, { 'image/png': {}, 'image/webp': {} });
  deepEqual((await getResponses(z.file().mime('application/pdf')))['200']!.content, { 'application/pdf': {} });
});

test('the responses of an operation that returns a file match the document', async () => {
  const { send } = createPhotos(z.file());
  const get = (headers = {}) => send('GET /api/photos/1/content', { headers });
  const response = await get();
  deepEqual(
    [response.status, response.headers.get('Content-Type'), await response.text()],
    [200, 'text/plain', '0123456789'.repeat(100)],
  );
  const part = await get({ Range: 'bytes=2-4' });
  deepEqual([part.status, await part.text()], [206, '234']);
  const parts = await get({ Range: 'bytes=0-1,800-801' });
  deepEqual([parts.status, parts.headers.get('Content-Type')?.split(';')[0]], [206, 'multipart/byteranges']);
  equal((await get({ Range: 'bytes=2000-' })).status, 416);
  equal((await get({ 'If-None-Match': response.headers.get('ETag')! })).status, 304);
  equal((await send('GET /api/photos/2/content')).status, 404);
});
