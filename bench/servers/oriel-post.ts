import { reply, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { CREATED, created } from '../workloads.ts';
import { Book } from './book.ts';

/** A route that validates a book. */
export function post(): HostConfig {
  return {
    routes: [
      route('post', 'POST /api/books', {
        body: Book,
        handle: ({ body }) => reply(201, created(body), { Location: CREATED }),
      }),
    ],
  };
}
