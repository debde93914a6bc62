import type { PanelView } from './view-model.ts';
import type { Decision, ListenerCall, LogLevel, Span } from 'oriel-core/trace';
import type {
  RecordedSession,
  RecordedLocale,
  RecordedClient,
  RecordedLimit,
  RecordedCors,
  RecordedFramework,
  RecordedPause,
  RecordedOrigin,
} from './recorded-features.ts';
import type { RecordedOperation, RecordedRun } from './recorded-operation.ts';

/** A recorded request: its summary and its data, both equal after a JSON round trip. */
export interface Profile {
  readonly summary: ProfileSummary;
  readonly data: ProfileData;
}

/** The part of a profile for lists, searches and the live tail. Times are milliseconds, sizes are bytes. */
export interface ProfileSummary {
  /** Six lowercase hexadecimal digits; an identifier, not a secret. */
  readonly token: string;
  /** When the request was received, in milliseconds since the epoch. */
  readonly time: number;
  readonly duration: number;
  readonly ip: string;
  readonly method: string;
  /** The absolute URL, with secrets redacted. */
  readonly url: string;
  readonly path: string;
  readonly host: string;
  readonly status: number;
  readonly route: string | undefined;
  /** The size of the encoded response body. */
  readonly bytes: number;
  readonly requestBytes: number;
  readonly contentType: string | undefined;
  readonly dbCount: number;
  readonly dbTime: number;
  readonly httpCount: number;
  readonly httpTime: number;
  readonly warnings: number;
  readonly errors: number;
  /** The class of the first thrown error. */
  readonly exception: string | undefined;
  /** The codes of the findings, such as `n1` or `slow-query`. */
  readonly findings: readonly string[];
  readonly aborted: boolean;
  /** Microseconds that recording took before the response was sent. */
  readonly cost: number;
  /** The name of the application. */
  readonly app: string;
  /** Identifies one run of a process, so that the list can mark restarts. */
  readonly boot: string;
  readonly pid: number;
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** The id of the client's session or credentials: an HMAC that is the same for all its requests. Pages show its short form. */
  readonly visitor: string | undefined;
  /** The number of requests that the profile represents: more than 1 if other profiles were not kept. */
  readonly weight: number;
  readonly pinned: boolean;
  readonly note: string | undefined;
  /** The name of the machine that recorded the profile; only in a storage that several machines share. */
  readonly machine?: string | undefined;
}

/** All other recorded data, already redacted and truncated. */
export interface ProfileData {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** The data of the error page; see `ErrorView`. */
  readonly exception: unknown;
  readonly logs: readonly RecordedLog[];
  readonly pipeline: readonly ListenerCall[];
  readonly routing: RecordedRouting | undefined;
  readonly decisions: readonly Decision[];
  readonly spans: readonly Span[];
  readonly findings: readonly Finding[];
  readonly config: Readonly<Record<string, string>>;
  /** The declaration of the resource operation; the same for all its requests. */
  readonly operation?: RecordedOperation | undefined;
  /** How the operation ran in this request, and the violations of an invalid request, also of a route. */
  readonly run?: RecordedRun | undefined;
  /** The language of the response, on hosts with several languages. */
  readonly locale?: RecordedLocale | undefined;
  /** How the request used its session, on hosts with sessions. */
  readonly session?: RecordedSession | undefined;
  /** The client, and the source of its address. */
  readonly client?: RecordedClient | undefined;
  /** The outcome of each rate limit that applies to the request. */
  readonly limits?: readonly RecordedLimit[] | undefined;
  /** The CORS rule of a cross-origin request. */
  readonly cors?: RecordedCors | undefined;
  /** The framework of a server that is not an Oriel host. */
  readonly framework?: RecordedFramework | undefined;
  /** A time before this request in which nothing was recorded. */
  readonly pause?: RecordedPause | undefined;
  /** The place in its trace of a request that another program recorded and sent with OTLP. */
  readonly received?: RecordedOrigin | undefined;
  /** The data of the application's collectors, by name. */
  readonly panels: Readonly<Record<string, unknown>>;
  /** The views of the application's panels by name, for pages in another process, which has no such panels. */
  readonly views?: Readonly<Record<string, RecordedView>> | undefined;
  /** The number of dropped entries by kind; empty if none were dropped. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A panel of the application as it was when the request was recorded. */
export interface RecordedView {
  readonly title: string;
  readonly view: PanelView;
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
  /** Milliseconds from the start until the headers were sent; undefined if unknown. */
  readonly firstByte?: number | undefined;
  /** Milliseconds from the start until the last byte was sent. */
  readonly lastByte: number;
  readonly aborted: boolean;
}

/** A body, as text or base64. A truncated body has its original size and digest. */
export interface RecordedBody {
  readonly type: string;
  readonly encoding: 'text' | 'base64';
  readonly content: string;
  /** The size in bytes, and the number of stored bytes. The size of a compressed body that was decoded in part is a lower bound. */
  readonly size: number;
  readonly kept: number;
  /** The hexadecimal SHA-256 of the whole body, if it was truncated. */
  readonly digest: string | undefined;
  /** Whether secrets were masked, so that the body differs from the one sent. */
  readonly redacted: boolean;
}

export interface RecordedLog {
  /** Milliseconds since the request was received. */
  readonly at: number;
  readonly level: LogLevel;
  readonly channel: string;
  readonly message: string;
  /** The context as JSON text, truncated. */
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

/** A notable fact about a request as a sentence, with the panel that shows the evidence. */
export interface Finding {
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly panel: string;
}
