import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HttpResponse, diskStorage, file, memoryStore, receiveUploads, reply, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-uploads-'));
after(() => rmSync(folder, { recursive: true }));
const storage = diskStorage(folder);
const PDF = '%PDF-1.7';
const pdf = (): HttpResponse => new HttpResponse(200, ['Content-Type', 'application/pdf'], PDF);

const Invoice = z.object({ id: z.int(), title: z.string() });
const config: HostConfig = {
  access: 'public',
  api: { formats: ['json', 'hal'] },
  resources: [
    resource('invoices', Invoice, {
      id: 'id',
      store: memoryStore([{ id: 1, title: 'a' }]),
      custom: {
        pdf: { line: 'GET /{id}/pdf', output: z.file().mime('application/pdf'), handle: pdf },
        print: { line: 'POST /{id}/print', output: z.file().mime('application/pdf'), handle: pdf },
        content: {
          line: 'GET /{id}/content',
          output: z.file(),
          handle: () => file(new File([PDF], 'a.pdf', { type: 'application/pdf' })),
        },
        text: {
          line: 'GET /text',
          output: z.file().mime('text/plain'),
          handle: () => new File(['0123456789'], 'a.txt', { type: 'text/plain' }),
        },
        first: { line: 'GET /first', handle: () => ({ id: 1, title: 'a' }) },
        attach: {
          line: 'POST /{id}/attach',
          uploads: true,
          output: false,
          handle: async (input) => void (await receiveUploads(input, { storage })),
        },
        scan: {
          line: 'POST /scan',
          uploads: true,
          input: z.object({ title: z.string(), page: z.file() }),
          output: z.object({ size: z.int() }),
          handle: ({ body }) => ({ size: body.page.size }),
        },
        raw: {
          line: 'PUT /{id}/raw',
          bodyLimit: 100,
          output: false,
          handle: async ({ context }) => void (await context.body.bytes()),
        },
        publish: { line: 'POST /{id}/publish', output: false, handle: () => undefined },
      },
    }),
  ],
  routes: [
    route('report', 'GET /report', {
      replies: { 200: z.file().mime('application/pdf') },
      handle: () => new Response(PDF, { headers: { 'Content-Type': 'application/pdf' } }),
    }),
    route('import', 'POST /import', {
      bodyLimit: 100,
      replies: { 200: z.string() },
      handle: async ({ payload }) => reply(200, await payload.text()),
    }),
  ],
};
const { send } = createCheckedHost(config);

interface Content {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema?: { readonly type?: string } }>;
}
interface Documented {
  readonly paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>;
  readonly components: { readonly responses: Record<string, Content> };
}

async function describe(line: string) {
  const { paths, components } = (await (await send('GET /api/docs.json')).json()) as Documented;
  const [method = '', path = ''] = line.split(' ');
  const { requestBody, responses } = paths[path]![method.toLowerCase()]!;
  const resolve = (response: Content): Content =>
    response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)!]!;
  return {
    requestBody,
    responses: Object.fromEntries(Object.entries(responses).map(([status, member]) => [status, resolve(member)])),
  };
}

const contentTypes = ({ content = {} }: Content = {}): string[] => Object.keys(content);

test('downloads of custom operations and routes are described with their media types', async () => {
  for (const line of ['GET /api/invoices/{id}/pdf', 'POST /api/invoices/{id}/print', 'GET /report'])
    deepEqual(contentTypes((await describe(line)).responses['200']), ['application/pdf'], line);
  const content = (await describe('GET /api/invoices/{id}/content')).responses;
  deepEqual(contentTypes(content['200']), ['*/*']);
  deepEqual(contentTypes(content['206']), ['*/*', 'multipart/byteranges']);
  // Generated clients would have an unknown type for any content.
  const { responses } = await describe('GET /api/invoices/first');
  deepEqual(contentTypes(responses['200']), ['application/json', 'application/hal+json']);
  deepEqual(
    ['204', '206', '304', '416'].filter((status) => status in responses),
    ['204'],
  );
  equal('204' in content, false);
});

test('uploads of custom operations and routes are described with their bodies', async () => {
  const form = (await describe('POST /api/invoices/{id}/attach')).requestBody;
  deepEqual(contentTypes(form), ['multipart/form-data']);
  equal(form?.content?.['multipart/form-data']?.schema?.type, 'object');
  // JSON has no files.
  deepEqual(contentTypes((await describe('POST /api/invoices/scan')).requestBody), ['multipart/form-data']);
  deepEqual(contentTypes((await describe('PUT /api/invoices/{id}/raw')).requestBody), ['*/*']);
  deepEqual(contentTypes((await describe('POST /import')).requestBody), ['*/*']);
  equal((await describe('POST /api/invoices/{id}/publish')).requestBody, undefined);
  equal((await describe('GET /api/invoices/{id}/pdf')).requestBody, undefined);
});

test('downloads and uploads are as the document describes them', async () => {
  for (const line of [
    'GET /api/invoices/1/pdf',
    'POST /api/invoices/1/print',
    'GET /api/invoices/1/content',
    'GET /report',
  ])
    equal(await (await send(line)).text(), PDF, line);
  const part = await send('GET /api/invoices/1/content', { headers: { Range: 'bytes=1-3' } });
  deepEqual([part.status, await part.text()], [206, 'PDF']);
  equal((await send('GET /api/invoices/first')).status, 200);
  const text = await send('GET /api/invoices/text', { headers: { Range: 'bytes=1-3' } });
  deepEqual([text.status, text.headers.get('Content-Type'), await text.text()], [206, 'text/plain', '123']);
  const form = new FormData();
  form.set('page', new File(['abc'], 'a.txt', { type: 'text/plain' }));
  form.set('title', 'a');
  // The copy of the body that the check reads would hold back the stream.
  equal((await createTestHost(config).send('POST /api/invoices/1/attach', { body: form })).status, 204);
  deepEqual(await (await send('POST /api/invoices/scan', await encode(form))).json(), { size: 3 });
  equal(
    (await send('PUT /api/invoices/1/raw', { body: 'abc', headers: { 'Content-Type': 'text/plain' } })).status,
    204,
  );
  equal((await send('POST /import', { body: 'abc', headers: { 'Content-Type': 'text/plain' } })).status, 200);
});

// The checks read a copy of the body, which has to be text.
async function encode(form: FormData): Promise<RequestInit> {
  const encoded = new Response(form);
  return { headers: { 'Content-Type': encoded.headers.get('Content-Type')! }, body: await encoded.text() };
}
