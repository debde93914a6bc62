import type { StandardSchema } from './standard-schema.ts';

/** The replies a route declares: a schema per status. */
export type Replies = { readonly [status: number]: StandardSchema | undefined };

/** The replies of a route that declares none. */
export type NoReplies = { readonly 0: undefined };

/** The types of a route that the typed client needs. */
export interface RouteTypes {
  readonly line: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly replies: unknown;
}
