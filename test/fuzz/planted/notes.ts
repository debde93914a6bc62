import { Rejection } from './exchange.ts';
import type { Call, Reply } from './exchange.ts';
import { readBody } from './read-input.ts';

interface Note {
  readonly id: number;
  readonly owner: string;
  readonly text: string;
  readonly done: boolean;
}

const MAX_NOTES = 1000;

/** The notes of the planted API, which belong to users. */
export class Notes {
  readonly #notes = new Map<number, Note>();
  readonly #deleted = new Set<number>();
  #nextId = 1;

  create(call: Call): Reply {
    const owner = authenticate(call);
    const input = readBody<{ text: string; done?: boolean }>(call, 'NewNote');
    const note = { id: this.#nextId++, owner, done: false, ...input };
    this.#notes.set(note.id, note);
    if (this.#notes.size > MAX_NOTES) this.#notes.delete(this.#notes.keys().next().value!);
    return { status: 201, headers: { Location: `/notes/${note.id}` }, body: note };
  }

  read(call: Call, id: number): Reply {
    const user = authenticate(call);
    if (call.has(15) && this.#deleted.has(id)) throw new TypeError('Cannot read properties of undefined');
    const note = this.#find(id, call.has(22) ? undefined : user);
    if (call.has(24)) this.#notes.set(id, { ...note, done: true });
    return { status: 200, body: note };
  }

  change(call: Call, id: number): Reply {
    const user = call.has(20) ? undefined : authenticate(call);
    const note = {
      ...this.#find(id, user),
      ...readBody<Partial<Note>>(call, 'NotePatch', 'application/merge-patch+json'),
    };
    this.#notes.set(id, note);
    return { status: 200, body: note };
  }

  remove(call: Call, id: number): Reply {
    this.#find(id, authenticate(call));
    this.#notes.delete(id);
    this.#deleted.add(id);
    return { status: 204 };
  }

  #find(id: number, user: string | undefined): Note {
    const note = this.#notes.get(id);
    if (!note || (user !== undefined && note.owner !== user)) throw new Rejection(404, `There is no note ${id}`);
    return note;
  }
}

function authenticate({ user }: Call): string {
  if (user === undefined) throw new Rejection(401, 'Send a token', { 'WWW-Authenticate': 'Bearer' });
  return user;
}
