import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { streamParts } from './multipart-stream.ts';
import { parsePartHeaders } from './part-headers.ts';

/** A stream of the bytes in chunks of these sizes, repeated. */
function chunked(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let offset = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      const size = sizes[turn++ % sizes.length]!;
      controller.enqueue(bytes.slice(offset, offset + size));
      offset += size;
    },
  });
}

async function parse(body: string | Uint8Array, boundary = 'edge', sizes: readonly number[] = [7]) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const parts: [name: string, filename: string | undefined, type: string, content: string][] = [];
  for await (const { head, content } of streamParts(chunked(bytes, sizes), boundary, 8_192)) {
    const { name, filename, type } = parsePartHeaders(head);
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece.slice());
    parts.push([name, filename, type, Buffer.concat(pieces).toString('latin1')]);
  }
  return parts;
}

const NAMED = 'Content-Disposition: form-data; name="a"';

test('parses any form of the platform, however its bytes are divided into chunks', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), value: fc.oneof(fc.string(), fc.uint8Array()) }), {
        maxLength: 5,
      }),
      fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 5 }),
      async (entries, sizes) => {
        const form = new FormData();
        for (const { name, value } of entries)
          if (typeof value === 'string') form.append(name, value);
          else form.append(name, new Blob([value]), 'f.bin');
        const sent = new Response(form);
        const boundary = /boundary=(.+)$/.exec(sent.headers.get('Content-Type')!)![1]!;
        const bytes = await sent.clone().bytes();
        const expected = [];
        for (const [name, value] of await sent.formData()) {
          const content = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer());
          expected.push([name, content.toString('latin1')]);
        }
        const parts = await parse(bytes, boundary, sizes);
        assert.deepEqual(
          parts.map(([name, , , content]) => [name, content]),
          expected,
        );
      },
    ),
    { numRuns: 100 },
  ));

test('ignores text before the first boundary, after the last one, and spaces after a boundary', async () => {
  const part = `--edge \t\r\n${NAMED}\r\nContent-Type: text/css; a=b\r\n\r\n\r\n--edg\r\n--edge\n`;
  const expected = [['a', undefined, 'text/css; a=b', '\r\n--edg']];
  for (const sizes of [[1], [1_000]]) {
    assert.deepEqual(await parse(`before\r\n${part.replace('--edge\n', '--edge--after')}`, 'edge', sizes), expected);
    assert.deepEqual(await parse(part.replace('--edge\n', '--edge--'), 'edge', sizes), expected);
  }
});

test('rejects malformed and incomplete forms', async () => {
  for (const body of [
    ...['', 'text', '--edge', '--edge--x'.slice(0, 7), '--edge\r\n', `--edge\r\n${NAMED}\r\n\r\n1`],
    ...[
      `--edge\r\n${NAMED}\r\n\r\n1\r\n--edge`,
      `--edge\r\n${NAMED}\r\n\r\n1\r\n--edge-`,
      `--edge\r\nX: y\r\n\r\n1\r\n--edge--`,
    ],
    ...[
      `--edgeX\r\n${NAMED}\r\n\r\n1\r\n--edge--`,
      `--edge\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--edge--`,
    ],
  ])
    await assert.rejects(parse(body), { status: 400 }, body);
});

test('limits the headers of a part', async () => {
  await assert.rejects(parse(`--edge\r\n${NAMED}\r\nX: ${'y'.repeat(9_000)}\r\n\r\n1\r\n--edge--`), { status: 413 });
  await assert.rejects(parse(`--edge\r\n${'y'.repeat(20_000)}`), { status: 413 });
});

test('ending the iteration cancels the stream', async () => {
  let canceled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`--edge\r\n${NAMED}\r\n\r\n1`)),
    cancel: () => void (canceled = true),
  });
  for await (const part of streamParts(stream, 'edge', 8_192)) {
    assert.ok(part.head.includes('name="a"'));
    break;
  }
  assert.equal(canceled, true);
});
