import type { Collector } from '../collector.ts';
import type { ProfileStorage, StorageCaps, ExplainStatement, OtlpConfig, Panel } from 'oriel/recorder';

/** The settings of the profiler. It is on in development; in production only with a key. */
export interface ProfilerConfig {
  /**
   * The SQLite file. A host that only answers `fetch` keeps profiles in memory unless it is set.
   * @default 'var/profiler.sqlite'
   */
  readonly file?: string;
  /**
   * A storage instead of the file, such as `MemoryProfileStorage`.
   * @default the SQLite file
   */
  readonly storage?: ProfileStorage;
  /**
   * Limits of the storage.
   * @default {}
   */
  readonly caps?: Partial<StorageCaps>;
  /**
   * The part that is recorded of each body.
   * @default 65_536
   * @unit bytes
   */
  readonly bodyCap?: number;
  /**
   * Which requests are recorded: `'all'`, or with `'on-demand'` only those with a signed header.
   * @default 'all'
   */
  readonly record?: 'all' | 'on-demand';
  /**
   * Searches that select the profiles to keep, such as `['status:>=400', 'dur:>250', 'has:n1']`. A profile is kept if one matches. They apply when the response is complete.
   * @default every profile
   */
  readonly keep?: readonly string[];
  /**
   * The part of the other profiles that is kept, from 0 to 1.
   * @default 0 with `keep`, otherwise 1
   * @unit –
   */
  readonly sample?: number;
  /**
   * The most profiles that are kept per minute.
   * @default –
   * @unit profiles
   */
  readonly perMinute?: number;
  /**
   * Hosts that outgoing calls pass the trace of the request to, in the header `traceparent`, such as `['api.example', '*.internal']`. Loopback and private addresses always get it; `false` for none at all.
   * @default []
   */
  readonly propagate?: readonly string[] | false;
  /**
   * Exports the profiles that are kept as traces and log records to a collector of OpenTelemetry: its address, such as `'http://collector:4318'`, or an object.
   * @default –
   */
  readonly otlp?: string | OtlpConfig;
  /**
   * Further names whose values are masked, and names whose values are not.
   * @default {}
   */
  readonly redact?: RedactConfig;
  /**
   * Panels of the application, created with `panel()`.
   * @default []
   */
  readonly panels?: readonly (Panel | (Panel & Collector))[];
  /**
   * Returns the query plan of a recorded statement, for the button in the panel of queries. For SQLite use
   * `explainQuery(database)` of `oriel-host/kysely`. Masked parameters are passed as null.
   * @default –
   */
  readonly explain?: ExplainStatement;
  /**
   * The editor that positions in files open: `'vscode'`, `'cursor'`, `'zed'`, `'webstorm'`, or a URL with `{file}` and `{line}`. Without one, they open the source page.
   * @default –
   */
  readonly editor?: string;
  /**
   * Folders as the host sees them, and the same folders for the editor, such as `{ '/app': '/home/me/shop' }` for a container.
   * @default {}
   */
  readonly editorPaths?: Readonly<Record<string, string>>;
  /**
   * Grants access from other machines as `Authorization: Bearer <key>`; required in production. At least 32 bytes.
   * @default –
   */
  readonly key?: string;
  /**
   * Whether all responses in production have `X-Debug-Token`; otherwise only those to requests with the key, as a bearer token or by a signed `X-Debug-Record`. In development all do.
   * @default false
   */
  readonly exposeToken?: boolean;
  /**
   * Whether pages that a browser on this machine opens have the toolbar, in development.
   * @default false
   */
  readonly toolbar?: boolean;
}

/** Names whose values are masked in profiles, in addition to those that Oriel recognizes, and exceptions. */
export interface RedactConfig {
  /**
   * Further names of secrets.
   * @default []
   */
  readonly names?: readonly (string | RegExp)[];
  /**
   * Names that are not secrets although they look like it.
   * @default []
   */
  readonly keep?: readonly string[];
}
