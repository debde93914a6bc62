import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { compilerErrors } from './compiler-errors.ts';

test('a wrong reply is reported in one line, at the member that is wrong', async () => {
  const found = await messages(`${REPLIES}
route('a', 'POST /a', { replies, handle: ({ ip }) => (ip === '' ? reply(409, { taken: ip, by: ip }) : reply(201, { id: ip })) });
route('b', 'POST /b', { replies, handle: ({ ip }) => reply(201, { id: ip.length, parts: [{ size: 1 }, { size: ip }] }) });
route('c', 'POST /c', { replies, handle: ({ ip }) => reply(409, { taken: ip }) });
route('d', 'POST /d', { replies, handle: async ({ ip }) => (ip === '' ? reply(201, {}) : reply(409, { by: ip, taken: ip })) });
route('e', 'POST /e', { replies, handle: async ({ ip }) => reply(200, { id: ip.length }) });
route('f', 'POST /f', { replies, handle: (_) => reply(404, null) });
route('g', 'POST /g', { replies, handle: (_) => reply(201, { id: '7' }) });
route('h', 'POST /h', { replies, handle: async (_) => reply(201, { id: '7' }) });
route('i', 'POST /i', { replies: { ...replies, 204: undefined }, handle: ({ ip }) => (ip === '' ? reply(204) : reply(201)) });
`);
  deepEqual(found, [
    "6,116: Type 'string' is not assignable to type 'number'.",
    "7,105: Type 'string' is not assignable to type 'number'.",
    "8,65: Property 'by' is missing in type '{ taken: string; }' but required in type '{ taken: string; by: string; }'.",
    "9,84: Property 'id' is missing in type '{}' but required in type '{ id: number; parts?: { size: number; }[] | undefined; }'.",
    "10,66: Argument of type '200' is not assignable to parameter of type '201 | 409'.",
    "11,55: Argument of type '404' is not assignable to parameter of type '201 | 409'.",
    "12,62: Type 'string' is not assignable to type 'number'.",
    "13,68: Type 'string' is not assignable to type 'number'.",
    "14,118: Argument of type '201' is not assignable to parameter of type '204'.",
  ]);
});

// The compiler determines the result of a function without parameters before it knows the declared replies.
test('a wrong reply of a handler without parameters is reported in one line, at the handler', async () => {
  const found = await messages(`${REPLIES}
route('a', 'POST /a', { replies, handle: () => reply(201, { id: '7' }) });
route('b', 'POST /b', { replies, handle: async () => { await null; return reply(409, { taken: 'x' }); } });
route('c', 'POST /c', { replies, handle: () => reply(200, { id: 7 }) });
route('d', 'POST /d', { replies, handle() { return Date.now() > 7 ? reply(201, { id: 7 }) : reply(409, { taken: 7, by: 'x' }); } });
route('e', 'POST /e', { replies: { 200: z.array(z.number()) }, handle: () => reply(200, ['7']) });
route('f', 'POST /f', { replies, handle: async () => reply(201) });
route('g', 'POST /g', { replies, handle: () => ({ id: 7 }) });
route('h', 'POST /h', { replies, handle: () => reply(201, { id: 7, parts: [{ size: '7' }] }) });
`);
  const [lines, errors] = [
    found.map((line) => line.replace(/: .*/, '')),
    found.map((line) => line.replace(/.* not assignable to type /, '')),
  ];
  deepEqual(lines, ['6,34', '7,34', '8,34', '9,34', '10,64', '11,34', '12,34', '13,34']);
  deepEqual(errors, [
    String.raw`'"\"id\" of reply(201) is missing or has the wrong type"'.`,
    String.raw`'"\"by\" of reply(409) is missing or has the wrong type"'.`,
    `'"The route does not declare the status of reply(200)"'.`,
    String.raw`'"\"taken\" of reply(409) is missing or has the wrong type"'.`,
    `'"The body of reply(200) is missing or has the wrong type"'.`,
    `'"The body of reply(201) is missing or has the wrong type"'.`,
    `'"A route with replies must return the result of reply() or a response"'.`,
    String.raw`'"\"parts\" of reply(201) is missing or has the wrong type"'.`,
  ]);
  match(found[0]!, /Type '\(\) => ReplyOf<AnyBodies, Sent<201, \{ id: string; \}>>' is not/);
});

test('a field that a resource does not have is reported in one line, with the fields that it has', async () => {
  const found = await messages(`
import { memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
const Note = z.object({ id: z.number(), title: z.string() });
const more = { id: 'id', store: memoryStore() } as const;
resource('a', Note, { ...more, search: ['titel'] });
`);
  deepEqual(found, [`6,41: Type '"titel"' is not assignable to type '"id" | "title"'. Did you mean '"title"'?`]);
});

const REPLIES = `
import { reply, route } from 'oriel-host';
import { z } from 'zod';
const Made = z.object({ id: z.number(), parts: z.array(z.object({ size: z.number() })).optional() });
const replies = { 201: Made, 409: z.object({ taken: z.string(), by: z.string() }) };`;

/** Returns the lines of the errors, without the path of the program: `line,column: text`. */
async function messages(source: string): Promise<string[]> {
  const errors = await compilerErrors(source);
  const lines = errors.split('\n').map((line) => line.replace(/^\S*a\.ts\((\d+,\d+)\): error TS\d+/, '$1'));
  return lines.filter((line) => line !== '');
}
