import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { compilerErrors } from './compiler-errors.ts';

test('a wrong reply is reported in one line, at the member that is wrong', async () => {
  const found = await messages(`
import { reply, route } from 'oriel';
import { z } from 'zod';
const replies = { 201: z.object({ id: z.number() }), 409: z.object({ taken: z.string() }) };
route('a', 'POST /a', { replies, handle: ({ ip }) => (ip === '' ? reply(409, { taken: ip }) : reply(201, { id: ip })) });
route('b', 'POST /b', { replies, handle: async ({ ip }) => reply(200, { id: ip.length }) });
`);
  deepEqual(found, [
    "5,108: Type 'string' is not assignable to type 'number'.",
    "6,66: Argument of type '200' is not assignable to parameter of type '201 | 409'.",
  ]);
});

test('a field that a resource does not have is reported in one line, with the fields that it has', async () => {
  const found = await messages(`
import { memoryStore, resource } from 'oriel';
import { z } from 'zod';
const Note = z.object({ id: z.number(), title: z.string() });
const more = { id: 'id', store: memoryStore() } as const;
resource('a', Note, { ...more, search: ['titel'] });
`);
  deepEqual(found, [`6,41: Type '"titel"' is not assignable to type '"id" | "title"'. Did you mean '"title"'?`]);
});

/** Returns the lines of the errors, without the path of the program: `line,column: text`. */
async function messages(source: string): Promise<string[]> {
  const errors = await compilerErrors(source);
  const lines = errors.split('\n').map((line) => line.replace(/^\S*a\.ts\((\d+,\d+)\): error TS\d+/, '$1'));
  return lines.filter((line) => line !== '');
}
