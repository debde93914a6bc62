import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { checkedHost } from '../lib/checked-host.ts';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';

const Picture = z.object({
  id: z.number().int(),
  title: z.string(),
  bytes: z.number(),
  tags: z.array(z.string()),
  public: z.boolean(),
});

function createGallery(uploads: boolean) {
  const pictures: z.infer<typeof Picture>[] = [];
  const files: File[] = [];
  const host = checkedHost(
    defineHost({
      log: { level: 'none' },
      limits: { body: 100_000 },
      resources: [
        resource('pictures', Picture, {
          id: 'id',
          operations: { create: { uploads } },
          input: {
            create: z.object({
              title: z.string(),
              public: z.boolean(),
              rating: z.number().optional(),
              tags: z.array(z.string()),
              image: z.file().mime('image/png'),
            }),
          },
          provide: { get: ({ id }) => pictures.find((picture) => picture.id === id) },
          process: {
            create({ body }) {
              files.push(body.image);
              const { title, tags } = body;
              const created = { id: files.length, title, tags, bytes: body.image.size, public: body.public };
              pictures.push(created);
              return created;
            },
          },
        }),
      ],
    }),
  );
  const post = async (body: FormData | string, headers?: Record<string, string>) => {
    // As bytes, as from a socket.
    const sent = new Response(body, headers ? { headers } : {});
    const type = sent.headers.get('Content-Type')!;
    return host.fetch(
      new Request('http://localhost/api/pictures', {
        method: 'POST',
        body: await sent.bytes(),
        headers: { 'Content-Type': type },
      }),
    );
  };
  return { post, files };
}

function form(entries: readonly (readonly [string, string | Blob])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries)
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, 'a.png');
  return data;
}

const image = new Blob([new Uint8Array([137, 80, 78, 71, 0, 255])], { type: 'image/png' });
const fields = [
  ['title', 'Tide'],
  ['public', 'true'],
  ['rating', '4.5'],
  ['tags', 'a'],
  ['tags', 'b'],
] as const;

test('POST creates an item from a multipart form with a file', async () => {
  const { post, files } = createGallery(true);
  const response = await post(form([...fields, ['image', image]]));
  equal(response.status, 201, await response.clone().text());
  deepEqual(await response.json(), { id: 1, title: 'Tide', bytes: 6, tags: ['a', 'b'], public: true });
  equal(files[0]!.name, 'a.png');
  deepEqual([...new Uint8Array(await files[0]!.arrayBuffer())], [137, 80, 78, 71, 0, 255]);
});

test('a list in a form is one field, repeated fields, or fields with brackets', async () => {
  for (const [tags, expected] of [
    [[['tags', 'a']], ['a']],
    [
      [
        ['tags[]', 'a'],
        ['tags[]', 'b'],
      ],
      ['a', 'b'],
    ],
  ] as const) {
    const { post } = createGallery(true);
    const response = await post(form([...fields.slice(0, 3), ...tags, ['image', image]]));
    deepEqual(((await response.json()) as { tags: string[] }).tags, expected);
  }
});

test('invalid form fields are reported as violations', async () => {
  const { post, files } = createGallery(true);
  const response = await post(
    form([
      ['title', 'x'],
      ['public', 'ja'],
      ['tags', 'a'],
      ['image', 'no file'],
      ['more', '1'],
    ]),
  );
  equal(response.status, 422);
  const { errors } = (await response.json()) as { errors: { pointer: string }[] };
  deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/image', '/more', '/public']);
  equal(files.length, 0);
});

test('multipart forms are rejected with 415 unless the operation accepts uploads', async () => {
  const { post } = createGallery(false);
  equal((await post(form([['title', 'x']]))).status, 415);
});

test('a form with too many parts, more bytes than the body limit or no boundary is rejected', async () => {
  const { post } = createGallery(true);
  equal((await post(form(Array.from({ length: 101 }, (_, index) => [`f${index}`, 'x'] as const)))).status, 413);
  const big = await post(form([['image', new Blob([new Uint8Array(200_000)])]]));
  equal(big.status, 413);
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', 'x'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf'],
    ['multipart/form-data; boundary=b', ''],
  ] as const)
    equal((await post(body, { 'Content-Type': type })).status, 400, `${type} ${body}`);
});

test('fields named like members of Object.prototype are ordinary fields', async () => {
  const { post } = createGallery(true);
  const response = await post(form([...fields, ['image', image], ['__proto__', 'x'], ['constructor', 'y']]));
  equal(response.status, 422);
  const { errors } = (await response.json()) as { errors: { pointer: string }[] };
  deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/__proto__', '/constructor']);
});

test('form fields are converted to the types of the schema', async () => {
  const Crate = z.object({
    id: z.int(),
    boat: z.string(),
    weights: z.array(z.number()),
    notes: z.array(z.looseObject({})),
  });
  const host = defineHost({
    log: { level: 'none' },
    resources: [
      resource('boats', z.object({ id: z.string() }), { id: 'id', provide: { get: ({ id }) => ({ id }) } }),
      resource('crates', Crate, {
        id: 'id',
        links: { boat: 'boats' },
        operations: { create: { uploads: true } },
        input: { create: Crate.omit({ id: true }) },
        process: { create: ({ body }) => ({ id: 1, ...body }) },
      }),
    ],
  });
  const post = async (entries: readonly (readonly [string, string])[]) => {
    const sent = new Response(form(entries));
    const response = await host.fetch(
      new Request('http://localhost/api/crates', {
        method: 'POST',
        body: await sent.bytes(),
        headers: { 'Content-Type': sent.headers.get('Content-Type')! },
      }),
    );
    return (await response.json()) as { errors?: { pointer: string }[] };
  };
  const created = { id: 1, boat: '/api/boats/7', weights: [1, 2.5, 3], notes: [{ a: 1 }, { b: 2 }] };
  const common = [
    ['boat', '/api/boats/7'],
    ['weights[]', '1'],
    ['weights[]', '2.5'],
    ['weights[]', '3'],
  ] as const;
  deepEqual(await post([...common, ['notes', '{"a":1}'], ['notes', '{"b":2}']]), created);
  // A list may be one field with JSON.
  deepEqual(await post([...common, ['notes', '[{"a":1},{"b":2}]']]), created);
  // A repeated field of a single value and unknown fields are violations.
  const { errors } = await post([
    ...common,
    ['notes', '[]'],
    ['boat', '/api/boats/8'],
    ['unknown[]', 'x'],
    ['other', '1'],
  ]);
  deepEqual(errors!.map(({ pointer }) => pointer).sort(), ['/boat', '/other', '/unknown']);
});
