import { defineHost, NotFoundError, reply, route } from 'oriel';
import type { StandardSchema } from 'oriel';

interface Note {
  readonly id: number;
  readonly text: string;
}

const notes = new Map<number, Note>([[1, { id: 1, text: 'Look out of the window' }]]);
let lastId = 1;

// What a new note must look like. Any Standard Schema will do: zod, valibot, arktype, or a few lines like these.
const NewNote: StandardSchema<{ text: string }> = {
  '~standard': {
    version: 1,
    vendor: 'notes',
    validate: (value) => {
      const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
      if (typeof text === 'string' && text.trim() !== '') return { value: { text } };
      return { issues: [{ path: ['text'], message: 'A note needs a text' }] };
    },
  },
};

export default defineHost({
  title: 'Notes',
  routes: [
    route('home', 'GET /', {
      handle: ({ urlFor }) => ({ hello: 'world', notes: urlFor('notes') }),
    }),
    route('notes', 'GET /notes', {
      handle: () => [...notes.values()],
    }),
    route('note', 'GET /notes/{id<\\d+>}', {
      handle: ({ params }) => {
        const note = notes.get(Number(params.id));
        if (!note) throw new NotFoundError(`There is no note ${params.id}`);
        return note;
      },
    }),
    route('add-note', 'POST /notes', {
      body: NewNote,
      handle: ({ body, urlFor }) => {
        const note = { id: ++lastId, text: body.text };
        notes.set(note.id, note);
        return reply(201, note, { Location: urlFor('note', { id: note.id }) });
      },
    }),
  ],
});
