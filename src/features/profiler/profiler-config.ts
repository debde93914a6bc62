import type { Collector } from '../../profiler/collector.ts';
import type { ProfileStorage, StorageCaps } from '../../profiler/store/profile-storage.ts';
import type { RecordRule } from '../../profiler/recorder/profiler.ts';
import type { ExplainStatement } from '../../profiler/pages/page-request.ts';
import type { Panel } from '../../profiler/panels/view-model.ts';

/** The profiler. In development it is on; in production only when it is configured with a key. */
export interface ProfilerConfig {
  /** The SQLite file. Default `var/profiler.sqlite`; a host that only answers in memory keeps profiles in memory. */
  readonly file?: string;
  /** Instead of the file: a storage of your own, such as `MemoryProfileStorage`. */
  readonly storage?: ProfileStorage;
  readonly caps?: Partial<StorageCaps>;
  /** Bytes kept of each body. Default 65,536. */
  readonly bodyCap?: number;
  /** Which requests are recorded. Default all. */
  readonly record?: RecordRule;
  /** Further names whose values are secrets, and names that are none after all. */
  readonly redact?: { readonly names?: readonly (string | RegExp)[]; readonly keep?: readonly string[] };
  /** Panels of the application's own, from `panel()`. */
  readonly panels?: readonly (Panel | (Panel & Collector))[];
  /**
   * Tells how the database would run a recorded statement: the panel of queries then has a button for it. For SQLite take
   * `explainQuery(database)` from `oriel/kysely`. Parameters that were masked come as null.
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
