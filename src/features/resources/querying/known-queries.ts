import { BareRecord } from '../../../core/http/bare-record.ts';
import { Memo } from '../../../core/http/memo.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { OperationParameter } from './operation-parameter.ts';

/** What a text comes to before the operation's own schema has its word. */
export interface KnownQuery {
  readonly own: Readonly<Record<string, unknown>>;
  readonly query: ListQuery;
}

const MOST = 200;
const LONGEST = 256;

/** What plain texts come to. The schema of the operation itself is asked each time: its answer need not be the same. */
export class KnownQueries {
  readonly #texts = new Memo<KnownQuery>(MOST);

  /** Is a text short enough to be kept? */
  static takes(text: string): boolean {
    return text.length <= LONGEST;
  }

  get(text: string): KnownQuery | undefined {
    return this.#texts.get(text);
  }

  /** @param own what the operation's own schema is given */
  set(text: string, own: Readonly<Record<string, unknown>>, read: ListQuery): void {
    this.#texts.set(text, { own, query: frozen({ ...read, declared: NOTHING }) });
  }
}

/** What an operation without a schema of its own finds in its own query. */
export const NOTHING = Object.freeze({});

// Filters may depend on the reader, or on the name of the host.
const PLAIN = /^(?:own .*|page|size|partial|pagination)$/s;

/** Does a parameter come to the same, whoever asks? */
export function isPlain({ meaning }: Pick<OperationParameter, 'meaning'>): boolean {
  return PLAIN.test(meaning);
}

/** A copy, lists included: the schema is an application's, and what it is given is its to change. */
export function copyOf(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = new BareRecord<unknown>();
  for (const name in own) {
    const value = own[name];
    copy[name] = Array.isArray(value) ? value.slice() : value;
  }
  return copy;
}

/** Many requests share it, so nobody may write into it. */
export function frozen(query: ListQuery): ListQuery {
  for (const part of [
    query.filters,
    query.formatParameters,
    query.sent,
    query.ignored,
    query.request,
    query.request?.window,
  ])
    Object.freeze(part);
  return Object.freeze(query);
}
