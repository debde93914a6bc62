import type { Collector } from '../../profiler/collector.ts';
import type { ProfileStorage, StorageCaps } from '../../profiler/store/profile-storage.ts';
import type { RecordRule } from '../../profiler/recorder/profiler.ts';
import type { ExplainStatement } from '../../profiler/pages/page-request.ts';
import type { Panel } from '../../profiler/panels/view-model.ts';

/** The settings of the profiler. It is on in development; in production only with a key. */
export interface ProfilerConfig {
  /** The SQLite file. Default `var/profiler.sqlite`; a host that only answers in memory keeps profiles in memory. */
  readonly file?: string;
  /** A storage instead of the file, such as `MemoryProfileStorage`. */
  readonly storage?: ProfileStorage;
  readonly caps?: Partial<StorageCaps>;
  /** Maximum number of bytes recorded of each body. Default 65,536. */
  readonly bodyCap?: number;
  /** Which requests are recorded. Default all. */
  readonly record?: RecordRule;
  /** Further names whose values are masked, and names whose values are not. */
  readonly redact?: { readonly names?: readonly (string | RegExp)[]; readonly keep?: readonly string[] };
  /** Panels of the application: what `panel()` returns. */
  readonly panels?: readonly (Panel | (Panel & Collector))[];
  /**
   * Returns the query plan of a recorded statement, for the button in the panel of queries. For SQLite use
   * `explainQuery(database)` of `oriel/kysely`. Masked parameters are passed as null.
   */
  readonly explain?: ExplainStatement;
  /** Opens the profiler from other machines, and in production at all: `Authorization: Bearer <key>`. At least 32 bytes. */
  readonly key?: string;
  /**
   * Do all responses of production carry `X-Debug-Token`? Default false: only those to requests that presented the key, as a
   * bearer token or by a signed `X-Debug-Record`. In development all do.
   */
  readonly exposeToken?: boolean;
}
