import { deepEqual, equal } from 'node:assert/strict';
import { defineHost, receiveUploads, reply, resource, route } from 'oriel-host';
import type { UploadStorage } from 'oriel-host';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { z } from 'zod';

let keys = 0;
const storage: UploadStorage = {
  save: async (body) => {
    for await (const piece of body) void piece;
    return String(++keys);
  },
  remove: () => Promise.resolve(),
};

const Received = z.object({ names: z.array(z.string()), title: z.string().optional() });

/** A route with `receiveUploads` and a custom operation that return the names of the files that they received. */
async function open(t: TestContext) {
  const host = defineHost({
    log: false,
    profiler: false,
    access: 'public',
    routes: [
      route('upload', 'POST /upload', {
        bodyLimit: 20_000_000,
        handle: async (input) => {
          const { files, fields } = await receiveUploads(input, { storage });
          return reply(200, { names: files.map(({ name }) => name), title: fields['title'] });
        },
      }),
    ],
    resources: [
      resource('photos', z.object({ id: z.int() }), {
        id: 'id',
        custom: {
          upload: {
            line: 'POST /upload',
            uploads: true,
            bodyLimit: 20_000_000,
            input: z.object({
              photo: z.union([z.file(), z.array(z.file())]).optional(),
              title: z.string().optional(),
              size: z.object({ width: z.int() }).optional(),
            }),
            output: Received.extend({ size: z.object({ width: z.int() }).optional() }),
            handle: ({ body: { photo = [], title, size } }) => ({
              ...{ names: [photo].flat().map(({ name }) => name), title, size },
            }),
          },
        },
      }),
    ],
  });
  const { port, close } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  t.after(() => close(50));
  const send = async (path: string, parts: readonly string[]) => {
    const body = `${parts.map((part) => `--edge\r\n${part}\r\n`).join('')}--edge--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return send;
}

const PATHS = ['/upload', '/api/photos/upload'];
const part = (more: string, content: string, type?: string) =>
  `Content-Disposition: form-data; ${more}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${content}`;

test('forms of operations and receiveUploads have the same names of files', async (t) => {
  const send = await open(t);
  const cases: [parameters: string, name: string][] = [
    ['filename="a.png"', 'a.png'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\fakepath\\\\a.png"', 'a.png'],
    ['filename="/"', ''],
    ['filename=".."', ''],
    ['filename="a%0D%0A%22b.png"', 'a"b.png'],
    ['filename="a\u0000b.png"', 'ab.png'],
    ['filename="e.png"; filename*=UTF-8\'\'..%2F%e2%82%ac.png', '€.png'],
    ["filename*=UTF-8'en'%e2%82%ac.png", '€.png'],
    ["filename*=ISO-8859-1''%e9.png", 'é.png'],
    ['filename="e.png"; filename*=UTF-8\'\'%ff', 'e.png'],
    [`filename="${'x'.repeat(400)}"`, 'x'.repeat(255)],
  ];
  for (const path of PATHS)
    for (const [parameters, name] of cases) {
      const { status, body } = await send(path, [part(`name="photo"; ${parameters}`, 'x', 'image/png')]);
      equal(status, 200, `${path} ${parameters}`);
      deepEqual(body['names'], [name], `${path} ${parameters}`);
    }
});

test('file inputs without a file are omitted, counted and bounded', async (t) => {
  const send = await open(t);
  const empty = part('name="photo"; filename=""', '', 'application/octet-stream');
  for (const path of PATHS) {
    const { status, body } = await send(path, [empty, part('name="title"', 'x')]);
    equal(status, 200, path);
    deepEqual(body, { names: [], title: 'x' });
    equal(
      (
        await send(
          path,
          Array.from({ length: 101 }, () => empty),
        )
      ).status,
      413,
      path,
    );
  }
});

test('parts with JSON are values of operations, and texts of receiveUploads', async (t) => {
  const send = await open(t);
  const json = part('name="size"', '{"width":5}', 'application/json');
  const blob = part('name="size"; filename="blob"', '{"width":5}', 'application/json; charset=utf-8');
  for (const sent of [json, blob]) deepEqual((await send(PATHS[1]!, [sent])).body, { names: [], size: { width: 5 } });
  equal((await send(PATHS[1]!, [part('name="size"', '{', 'application/json')])).status, 422);
  const title = part('name="title"', '"x"', 'application/json');
  deepEqual((await send(PATHS[0]!, [title])).body, { names: [], title: '"x"' });
  deepEqual((await send(PATHS[1]!, [title])).body, { names: [], title: 'x' });
  const file = part('name="photo"; filename="a.json"', '{}', 'application/json');
  for (const path of PATHS) deepEqual((await send(path, [file])).body['names'], ['a.json']);
});
