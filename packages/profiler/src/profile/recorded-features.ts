/** A session at the end of a request. */
export interface RecordedSession {
  readonly hasCookie: boolean;
  /** The keys that were read, without duplicates. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** The outcomes, such as `loaded`, `started` or `expired`. */
  readonly outcomes: readonly string[];
  /** The stored session with redacted values; undefined if nothing is stored, or the session was not loaded. */
  readonly stored:
    | {
        readonly created: number;
        readonly used: number;
        readonly version: number;
        readonly bytes: number;
        /** The user: the authenticator, whether a password change ends the session, and the user at login if there is no account. */
        readonly user?:
          | { readonly by: string; readonly id: string; readonly untilPassword: boolean; readonly as?: unknown }
          | undefined;
        /** An OpenID Connect login in progress, with the URL to return to. */
        readonly login?: { readonly back: string; readonly began: number } | undefined;
        /** The values of the application. */
        readonly values: unknown;
      }
    | undefined;
}

/** The chosen language and the reason. */
export interface RecordedLocale {
  readonly tag: string;
  readonly source: string;
  readonly because: string;
  readonly vary: string;
  readonly asked: boolean;
  readonly considered: readonly { readonly range: string; readonly q: number; readonly outcome: string }[];
}

/** A rate limit and its outcome for a request. */
export interface RecordedLimit {
  readonly name: string;
  readonly limit: number;
  /** The period in seconds. */
  readonly per: number;
  readonly by: 'address' | 'user' | 'login';
  /** What was counted, such as `user ada`; undefined if nothing was. */
  readonly key: string | undefined;
  /** `allowed`, `exceeded`, `not counted` or `not reached`. */
  readonly outcome: string;
  readonly because: string;
  readonly remaining: number | undefined;
  /** Seconds until further requests are allowed. */
  readonly reset: number | undefined;
}

/** The CORS configuration that applies to a request. */
export interface RecordedCors {
  /** Whether CORS is configured. */
  readonly configured: boolean;
  /** The rule that applied, as text. */
  readonly rule: Readonly<Record<string, string>> | undefined;
}

/** What a framework reported about a request. */
export interface RecordedFramework {
  /** Its name and version, such as `Express 5.1.0`, or `node:http`. */
  readonly name: string;
  /** The template of the route that it matched. */
  readonly route?: string | undefined;
  /** The operations of a GraphQL or JSON-RPC request, such as `query GetUser`. */
  readonly operations?: readonly string[] | undefined;
  /** Whether the route was guessed from paths, because the framework is not watched or has no routes. */
  readonly isGuessedRoute?: true | undefined;
  /** The user that the application logged in, with secrets masked. */
  readonly user?: unknown;
}

/** The client, and the source of its address. */
export interface RecordedClient {
  /** The address of the client. */
  readonly ip: string;
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** The port that the process listened on, if the URL has another: behind a proxy, or in a container. */
  readonly localPort?: number | undefined;
  readonly because: string;
  /** Whether trusted proxies are configured. */
  readonly configured: boolean;
  /** Whether the peer is a trusted proxy. */
  readonly trusted: boolean;
  /** Forwarding headers that were ignored. */
  readonly ignored: readonly string[];
  /** The setting of a framework that trusts the peer, as code. */
  readonly setting?: string | undefined;
}

/** A time in which requests were not recorded, because the event loop was overloaded. */
export interface RecordedPause {
  /** Requests that were not recorded. */
  readonly requests: number;
  readonly milliseconds: number;
}

/** The place of a received request in its trace. */
export interface RecordedOrigin {
  /** The ID of its span. */
  readonly spanId: string;
  /** The ID of the span of its caller. */
  readonly parentId: string | undefined;
}
