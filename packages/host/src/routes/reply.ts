import type { HttpResponse, MaybePromise, InferInput, StandardSchema } from 'oriel-core/http';
import type { NoReplies, Replies } from '../http/route-params.ts';
import { Reply } from '../listeners/serialize-listener.ts';
import type { ReplyHeaders } from '../listeners/serialize-listener.ts';
import type { Sendable } from './sendable.ts';

/**
 * Creates the reply of a handler: a status without data.
 *
 * @param status the status code; one of `replies`, if the route declares them
 * @returns a value that the handler returns
 *
 * @example
 * ```ts
 * import { reply, route } from 'oriel-host';
 * route('clear', 'DELETE /things', { handle: () => reply(204) });
 * ```
 */
export function reply<All extends AnyBodies, const Status extends WithoutBody<All>>(
  status: Status,
): ReplyOf<All, Checked<All, Sent<Status, undefined>>>;
/**
 * Creates the reply of a handler: a status and headers beside the data.
 *
 * @param status the status code; one of `replies`, if the route declares them
 * @param body the data
 * @param headers the headers of the response; a list of values sends one line for each, such as for several cookies
 * @returns a value that the handler returns
 *
 * @example
 * ```ts
 * import { reply, route } from 'oriel-host';
 * route('make', 'POST /things', { handle: ({ urlFor }) => reply(201, { id: 1 }, { Location: urlFor('thing', { id: 1 }) }) });
 * ```
 */
export function reply<All extends AnyBodies, const Status extends keyof All, Body extends All[Status]>(
  status: Status,
  body: Body,
  headers?: ReplyHeaders,
): ReplyOf<All, Checked<All, Sent<Status, Body>>>;
export function reply(status: number, body?: unknown, headers?: ReplyHeaders): unknown {
  return new Reply(status, body, headers);
}

/**
 * The result of `reply()`. `All` has the bodies that the route declares, or any bodies if the compiler does not know the route;
 * `Value` has the status and the body of this reply. Both members exist only as types.
 */
export interface ReplyOf<in All, out Value> {
  readonly '~all': (all: All) => void;
  readonly '~value': Value;
}

/** What a handler may return: declared replies and responses, or any value if the route declares no replies. */
export type HandlerResult<R extends Replies, Result> = R extends NoReplies
  ? Sendable<Result>
  : MaybePromise<ReplyOf<Bodies<R>, Values<R>> | Response | HttpResponse>;

/**
 * The type that a handler without parameters must have. The compiler determines its result before it knows the replies, and
 * would report a wrong one in many lines. A text as the type becomes an error of one line.
 */
export type CheckedHandler<Handler, Input, R extends Replies> = Handler extends (input: Input) => infer Result
  ? [Result] extends [HandlerResult<R, Result>]
    ? Handler
    : R extends NoReplies
      ? Sendable<Result>
      : ReplyError<Awaited<Result>, R>
  : (input: Input) => HandlerResult<R, unknown>;

type AnyBodies = { readonly [status: number]: unknown };

// The statuses whose body may be missing.
type WithoutBody<All> = { [Status in keyof All]: undefined extends All[Status] ? Status : never }[keyof All];

type Sent<Status extends PropertyKey, Body> = { readonly [Key in Status]: { readonly body: Body } };

// If the compiler knows the route, it has already checked the body.
type Checked<All, Value> = AnyBodies extends All ? Value : never;

type Bodies<R extends Replies> = { readonly [Status in keyof R]: BodyOf<R[Status]> };

type Values<R extends Replies> = { readonly [Status in keyof R]?: { readonly body: BodyOf<R[Status]> } };

type BodyOf<Schema> = Schema extends StandardSchema ? InferInput<Schema> : unknown;

type ReplyError<Result, R extends Replies> =
  Result extends Awaited<HandlerResult<R, unknown>>
    ? never
    : Result extends ReplyOf<never, Sent<infer Status extends keyof R & number, infer Body>>
      ? `${WrongPart<Body, BodyOf<R[Status]>>} of reply(${Status}) is missing or has the wrong type`
      : Result extends ReplyOf<never, infer Value>
        ? `The route does not declare the status of reply(${keyof Value & number})`
        : 'A route with replies must return the result of reply() or a response';

type WrongPart<Body, Expected> = [WrongMembers<Body, Expected>] extends [never]
  ? 'The body'
  : `"${WrongMembers<Body, Expected>}"`;

type WrongMembers<Body, Expected> = Body extends object
  ? Expected extends readonly unknown[]
    ? never
    : {
        [Key in keyof Expected]-?: Pick<Body, Key & keyof Body> extends Pick<Expected, Key> ? never : Key & string;
      }[keyof Expected]
  : never;
