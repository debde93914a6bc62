import type { HttpResponse, InferInput, StandardSchema } from '../http/index.ts';
import { Reply } from '../listeners/index.ts';

/** The replies a route declares: a schema per status. */
export type Replies = { readonly [status: number]: StandardSchema };

/** Reply data for one of the declared statuses. Mapped over the whole of R: only then is a handler's `status: 201` taken literally. */
export type DeclaredReply<R extends Replies | NoReplies> = {
  [Status in keyof R]: R[Status] extends StandardSchema
    ? {
        readonly status: Status;
        readonly body: InferInput<R[Status]>;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    : never;
}[keyof R];

/** Stands for no declared replies: with them missing, anything may be given. */
export interface NoReplies {
  readonly 0: undefined;
}

type Later<T> = T | PromiseLike<T>;

/**
 * What a handler may give: with declared replies one of them, else anything. As a choice it is settled only when R is
 * known; until then it says nothing to a promise that the handler makes by hand.
 */
export type Answer<R extends Replies | NoReplies> = R extends Replies
  ? Later<DeclaredReply<R> | Response | HttpResponse>
  : unknown;

/**
 * Reply data for a handler: a status and headers beside the data.
 *
 * @example
 * ```ts
 * import { reply, route } from 'oriel';
 * route('make', 'POST /things', { handle: ({ urlFor }) => reply(201, { id: 1 }, { Location: urlFor('thing', { id: 1 }) }) });
 * ```
 */
export function reply<const Status extends number, Body>(
  status: Status,
  body?: Body,
  headers?: Readonly<Record<string, string>>,
): Reply & { readonly status: Status; readonly body: Body } {
  return new Reply(status, body, headers) as Reply & { readonly status: Status; readonly body: Body };
}
