import type { Decision, ListenerCall, LogLevel } from '../core/trace/trace.ts';
import type { Span } from '../core/trace/span.ts';

/** One recorded request: what the list shows of it, and everything else. Plain data: JSON goes in and out unchanged. */
export interface Profile {
  readonly summary: ProfileSummary;
  readonly data: ProfileData;
}

/** What the list, the search and the live tail know of a profile. Times are milliseconds, sizes bytes. */
export interface ProfileSummary {
  /** 6 lowercase hex digits; a name, never a secret. */
  readonly token: string;
  /** When the request was heard, milliseconds since the epoch. */
  readonly time: number;
  readonly duration: number;
  readonly ip: string;
  readonly method: string;
  /** Absolute, with secrets redacted. */
  readonly url: string;
  readonly path: string;
  readonly host: string;
  readonly status: number;
  readonly route: string | undefined;
  /** Size of the response body as sent. */
  readonly bytes: number;
  readonly requestBytes: number;
  readonly contentType: string | undefined;
  readonly dbCount: number;
  readonly dbTime: number;
  readonly httpCount: number;
  readonly httpTime: number;
  readonly warnings: number;
  readonly errors: number;
  /** Class of what was thrown first. */
  readonly exception: string | undefined;
  /** Codes of the findings: `n1`, `slow-query` … */
  readonly findings: readonly string[];
  readonly aborted: boolean;
  /** Microseconds that recording took on the request's path. */
  readonly cost: number;
  /** Identifies one start of one process, so that reloads show as boundaries. */
  readonly boot: string;
  readonly pid: number;
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly pinned: boolean;
  readonly note: string | undefined;
}

/** Everything else that was recorded. Already redacted, pruned and capped. */
export interface ProfileData {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The view that the error page draws as well; see errors/error-view. */
  readonly exception: unknown;
  readonly logs: readonly RecordedLog[];
  readonly pipeline: readonly ListenerCall[];
  readonly routing: RecordedRouting | undefined;
  readonly decisions: readonly Decision[];
  readonly spans: readonly Span[];
  readonly findings: readonly Finding[];
  readonly config: Readonly<Record<string, string>>;
  /** What was declared of the resource's operation that answered; the same for all its requests. */
  readonly operation?: RecordedOperation | undefined;
  /** What became of that operation in this request, and what was wrong with what arrived, in a route as well. */
  readonly run?: RecordedRun | undefined;
  /** The language of the answer, on hosts that speak several. */
  readonly locale?: RecordedLocale | undefined;
  /** What the request did with its session, on hosts that keep some. */
  readonly session?: RecordedSession | undefined;
  /** Who asked, and at whose word. */
  readonly client?: RecordedClient | undefined;
  /** What became of the request under every limit that holds for it. */
  readonly limits?: readonly RecordedLimit[] | undefined;
  /** The rule for pages of other origins, of a request that came from one. */
  readonly cors?: RecordedCors | undefined;
  /** What each collector of the application's own gave, by its name. */
  readonly panels: Readonly<Record<string, unknown>>;
  /** Entries that found no room, by kind; empty when everything was kept. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A session as a request left it. */
export interface RecordedSession {
  readonly hasCookie: boolean;
  /** Keys, each once. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** What became of it: `loaded`, `started`, `expired` … */
  readonly outcomes: readonly string[];
  /** What is kept, its values redacted; undefined when nothing is, or nobody asked. */
  readonly stored:
    | {
        readonly created: number;
        readonly used: number;
        readonly version: number;
        readonly bytes: number;
        /** Whose it is: who let them in, whether a new password ends it, and the user as they came in where no account says. */
        readonly user?:
          | { readonly by: string; readonly id: string; readonly untilPassword: boolean; readonly as?: unknown }
          | undefined;
        /** A login at an issuer that is under way, and where it leads. */
        readonly login?: { readonly back: string; readonly began: number } | undefined;
        /** What the application keeps. */
        readonly values: unknown;
      }
    | undefined;
}

/** Which language was chosen, and why. */
export interface RecordedLocale {
  readonly tag: string;
  readonly source: string;
  readonly because: string;
  readonly vary: string;
  readonly asked: boolean;
  readonly considered: readonly { readonly range: string; readonly q: number; readonly outcome: string }[];
}

/** Who asked, and at whose word. */
export interface RecordedClient {
  /** The address that counts. */
  readonly ip: string;
  /** The address at the other end of the connection. */
  readonly peer: string;
  readonly because: string;
  /** Are any proxies believed? */
  readonly configured: boolean;
  /** Is the other end one of them? */
  readonly trusted: boolean;
  /** Headers in which it spoke for somebody else, and was not believed. */
  readonly ignored: readonly string[];
}

/** One limit, and what became of a request under it. */
export interface RecordedLimit {
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly per: number;
  readonly algorithm: string;
  readonly by: 'address' | 'user' | 'login';
  /** Who was counted: `user ada`; undefined when nobody was. */
  readonly key: string | undefined;
  /** `has room`, `has no room`, `not counted` or `not reached`. */
  readonly outcome: string;
  readonly because: string;
  readonly remaining: number | undefined;
  /** Seconds until more may come. */
  readonly reset: number | undefined;
}

/** What a host says of pages of other origins. */
export interface RecordedCors {
  /** Has the host any rules? */
  readonly configured: boolean;
  /** The one that held, in words. */
  readonly rule: Readonly<Record<string, string>> | undefined;
}

export type HeaderLine = readonly [name: string, value: string];

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly version: string;
  readonly headers: readonly HeaderLine[];
  readonly query: readonly HeaderLine[];
  readonly cookies: readonly HeaderLine[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly body: RecordedBody | undefined;
  readonly handler: string | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  readonly body: RecordedBody | undefined;
  /** Milliseconds from the start until the head left; undefined where no connection told. */
  readonly firstByte?: number | undefined;
  /** Milliseconds from the start until the last byte. */
  readonly lastByte: number;
  readonly aborted: boolean;
}

/** A body: text as text, anything else as base64; what was cut is told by size and digest. */
export interface RecordedBody {
  readonly type: string;
  readonly encoding: 'text' | 'base64';
  readonly content: string;
  /** Bytes it had, and bytes kept. */
  readonly size: number;
  readonly kept: number;
  /** SHA-256 of the whole body, hex, when it was cut. */
  readonly digest: string | undefined;
  /** Were secrets taken out of it? Then it is no longer what was sent. */
  readonly redacted: boolean;
}

export interface RecordedLog {
  /** Milliseconds since the request was heard. */
  readonly at: number;
  readonly level: LogLevel;
  readonly channel: string;
  readonly message: string;
  /** The context as JSON text, bounded. */
  readonly context: string;
  readonly route: string | undefined;
}

export interface RecordedRouting {
  readonly path: string;
  readonly method: string;
  readonly outcome: string;
  readonly candidates: readonly {
    readonly route: string;
    readonly path: string;
    readonly level: 'no' | 'almost' | 'yes';
    readonly reason: string;
  }[];
}

/** An operation of a resource as it was when it answered. */
export interface RecordedOperation {
  /** `books.list` */
  readonly name: string;
  readonly kind: string;
  readonly resource: string;
  /** What one item is called. */
  readonly type: string;
  readonly method: string;
  readonly path: string;
  /** Who gives the data, and who changes them: `store.list of a MemoryStore`, `provide.get`. */
  readonly reads?: string | undefined;
  readonly writes?: string | undefined;
  /** Whose schema it is, and what it knows. */
  readonly input?: { readonly vendor: string; readonly members?: readonly string[] | undefined } | undefined;
  /** The media types of bodies that are read. */
  readonly bodies: readonly string[];
  readonly formats: readonly { readonly name: string; readonly type: string }[];
  /** The way of asking, and the names it has. */
  readonly dialect: string;
  readonly parameters: readonly string[];
  readonly page?: { readonly by: string; readonly size: number; readonly max: number } | undefined;
  /** The order when nobody asks for one: `title asc`. */
  readonly order: readonly string[];
  readonly cache: {
    readonly control: string;
    /** What the state in its tag is: `hash`, or a field. */
    readonly state?: string | undefined;
    readonly lastModified?: string | undefined;
  };
}

/** What one request came to in its operation; what is not there was not reached, or is as usual. */
export interface RecordedRun {
  /** What each parameter that was sent means there; undefined for one that nobody knows. */
  readonly meanings?: readonly (readonly [name: string, meaning: string | null])[] | undefined;
  /** What the provider was given for the filters, and for parameters of the operation's own. */
  readonly filters?: unknown;
  readonly own?: unknown;
  readonly ignored?: readonly string[] | undefined;
  readonly order?: readonly string[] | undefined;
  readonly window?: RecordedWindow | undefined;
  readonly counted?: boolean | undefined;
  /** The fields that were asked for. */
  readonly fields?: readonly string[] | undefined;
  /** What the path says an item belongs to. */
  readonly scope?: unknown;
  readonly given?:
    | {
        readonly items?: number | undefined;
        readonly total?: number | undefined;
        readonly next?: boolean | undefined;
        readonly previous?: boolean | undefined;
      }
    | undefined;
  /** The rows that alone are there for this reader, as a filter, and the fields, where not everybody sees the same. */
  readonly rows?: unknown;
  readonly readable?: readonly string[] | undefined;
  readonly created?: boolean | undefined;
  /** The fields that a patch changed. */
  readonly changed?: readonly string[] | undefined;
  readonly violations?: readonly RecordedViolation[] | undefined;
}

/** Which part of the list was asked for. */
export interface RecordedWindow {
  readonly by: string;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** Where a page by cursor begins: at the `start` or the `end` of the list, `after` or `before` a row. */
  readonly from?: string | undefined;
}

export interface RecordedViolation {
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly detail: string;
  readonly code?: string | undefined;
}

/** A plain sentence about what stands out, with the panel that shows the evidence. */
export interface Finding {
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly panel: string;
}
