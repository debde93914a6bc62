import {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  formatValue,
  group,
  list,
  number,
  objectWith,
  record,
  secret,
  text,
} from 'oriel-core/configuration';
import type { Setting, Settings } from 'oriel-core/configuration';
import { isIP } from 'node:net';
import { isObject } from 'oriel-core/http';
import { describeEditorIssue } from 'oriel-core/errors';
import type { Collector } from '../collector.ts';
import { OTLP } from './otlp-settings.ts';
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

const CODE = 'ORIEL_CONFIG_PROFILER';
const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i;
// Equals the number in record/demand/profiler-key.ts of `oriel`, which is loaded only with the profiler.
const MIN_KEY_BYTES = 32;

/** A list of items that the text describes. */
function listSetting<Item>(
  items: string,
  item: (fix: { readonly fix: string }) => Setting<Item>,
): Setting<readonly Item[], true> {
  return list(item({ fix: `The list must contain ${items}` }), { default: [], fix: `Use a list of ${items}` });
}

const CAPS_SETTINGS = {
  profiles: number({ minimum: 1 }),
  bytes: number({ minimum: 1 }),
  age: duration({ minimum: 1 }),
} satisfies Settings<Partial<StorageCaps>>;

export const REDACT_SETTINGS = {
  names: listSetting('names and regular expressions', (fix) => either([text(), anything({ accepts: isRegExp })], fix)),
  keep: listSetting('names', text),
} satisfies Settings<RedactConfig>;

export const PROFILER_SETTINGS = {
  file: text({ fix: "Use the path of the SQLite file, such as 'var/profiler.sqlite'" }),
  storage: objectWith(['lease', 'write', 'read', 'find', 'pin', 'unpin', 'clear', 'close'], {
    code: 'ORIEL_PROFILER_STORAGE',
    fix: 'Use a storage such as new MemoryProfileStorage(), or omit it for the SQLite file',
  }),
  caps: group(CAPS_SETTINGS, { default: {}, fix: 'Use { profiles, bytes, age }; each is optional' }),
  bodyCap: number({ fix: 'Use a number of bytes; 0 keeps no bodies' }),
  record: choice(['all', 'on-demand'], {
    default: 'all',
    fix: 'Choose "all" or "on-demand"; keep and sample select profiles, such as keep: ["status:>=400"]',
  }),
  keep: listSetting('searches, such as "status:>=400"', text),
  sample: number({ maximum: 1, fractions: true, fix: 'Use a number from 0 to 1; 0.01 keeps 1 %' }),
  perMinute: number({ minimum: 1 }),
  propagate: either(
    [
      choice([false]),
      listSetting('host names, such as "api.example" or "*.internal"', (fix) => text({ matches: isHost, ...fix })),
    ],
    { default: [], fix: 'Use a list of host names, or false for none' },
  ),
  otlp: OTLP,
  redact: group(REDACT_SETTINGS, { default: {}, fix: "Use { names: ['boarding code'], keep: ['csrf-mode'] }" }),
  panels: listSetting('results of panel({ name, title, collect, view })', (fix) =>
    anything({ accepts: isPanel, ...fix }),
  ),
  explain: callback({ fix: 'Use a function, such as explainQuery(database)' }),
  editor: text({
    matches: (editor) => describeEditorIssue(editor) === undefined,
    reason: (editor) =>
      `${formatValue(editor)}: ${typeof editor === 'string' ? describeEditorIssue(editor) : 'it is not a text'}`,
    fix: "Use 'vscode', 'cursor', 'zed', 'webstorm' or a URL such as 'idea://open?file={file}&line={line}'",
  }),
  editorPaths: record(text(), { default: {}, fix: "Use folders, such as { '/app': '/home/me/shop' }" }),
  key: secret({
    minimum: MIN_KEY_BYTES,
    code: 'ORIEL_PROFILER_KEY',
    reason: describeKeyIssue,
    fix: 'Set profiler.key to a random text of at least 32 bytes, for example from an environment variable; `openssl rand -base64 32` prints one',
  }),
  exposeToken: boolean({ default: false, code: CODE }),
  toolbar: boolean({ default: false, code: CODE }),
} satisfies Settings<ProfilerConfig>;

// The reason does not contain the key.
function describeKeyIssue(key: unknown): string {
  if (typeof key !== 'string') return `It is of type ${typeof key}, not a text`;
  if (key === '') return 'It is empty, so it cannot open the profiler';
  return `It has ${Buffer.byteLength(key)} bytes, so it can be guessed; use at least ${MIN_KEY_BYTES}`;
}

// Equals `isPropagationHost` of the recorder, which is loaded only with the profiler.
function isHost(host: string): boolean {
  return host === '*' || isIP(host) !== 0 || HOST.test(host);
}

function isRegExp(value: unknown): boolean {
  return value instanceof RegExp;
}

/** Returns whether a value is the result of `panel()`. */
export function isPanel(value: unknown): value is { readonly name: string } {
  return (
    isObject(value) && typeof value['name'] === 'string' && value['name'] !== '' && typeof value['view'] === 'function'
  );
}
