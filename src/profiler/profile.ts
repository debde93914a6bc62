import type { Decision, ListenerCall, LogLevel, Span } from '../trace/index.ts';

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
  /** What each collector of the application's own gave, by its name. */
  readonly panels: Readonly<Record<string, unknown>>;
  /** Entries that found no room, by kind; empty when everything was kept. */
  readonly dropped: Readonly<Record<string, number>>;
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

/** A plain sentence about what stands out, with the panel that shows the evidence. */
export interface Finding {
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly panel: string;
}
