import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import type { ProfilerConfig } from './profiler-config.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong with the settings of the profiler, down to the entries of its lists. */
export function* validateProfiler({
  profiler,
}: {
  readonly profiler?: ProfilerConfig | false;
}): Generator<ConfigIssue> {
  if (profiler === undefined || profiler === false) return;
  if (!isRecord(profiler)) {
    const fix = 'Give its settings, such as profiler: { record: "errors" }, or false for none';
    return yield issue('ORIEL_CONFIG_PROFILER', 'profiler', `It is ${formatValue(profiler)}`, fix);
  }
  yield* validateUnknownKeys(profiler, Object.keys(OPTIONS), 'profiler.');
  for (const [name, check] of Object.entries(OPTIONS)) {
    const value = profiler[name];
    if (value !== undefined) yield* check(value, profiler);
  }
  if (profiler.record === 'on-demand' && profiler.key === undefined) yield noKey(NO_KEY);
}

type Check = (value: unknown, profiler: ProfilerConfig) => Generator<ConfigIssue>;

/** Every setting of the profiler, with what it may be. */
const OPTIONS: Readonly<Record<keyof ProfilerConfig, Check>> = {
  *file(value) {
    if (typeof value === 'string' && value !== '') return;
    yield wrong('file', value, "Give the path of the SQLite file, such as 'var/profiler.sqlite'");
  },
  *storage(value) {
    const missing = isObject(value) ? STORAGE.filter((name) => typeof value[name] !== 'function') : STORAGE;
    if (missing.length === 0) return;
    const reason = isObject(value) ? `It has no ${missing.join('(), no ')}()` : `It is ${formatValue(value)}`;
    const fix = 'Give a storage such as new MemoryProfileStorage(), or leave it out for the SQLite file';
    yield issue('ORIEL_PROFILER_STORAGE', 'profiler.storage', reason, fix);
  },
  *caps(value) {
    if (!isRecord(value)) {
      return yield wrong('caps', value, 'Give { profiles, bytes, age }, or those of them that are to differ');
    }
    yield* validateUnknownKeys(value, CAPS, 'profiler.caps.');
    for (const cap of CAPS) {
      if (value[cap] !== undefined && !isNumber(value[cap], 1)) {
        yield number(`caps.${cap}`, value[cap], cap === 'age' ? 'a number of milliseconds, 1 or more' : '1 or more');
      }
    }
  },
  *bodyCap(value) {
    if (!isNumber(value, 0)) yield number('bodyCap', value, 'a number of bytes; 0 keeps no bodies');
  },
  *record(value) {
    if (isRule(value)) return;
    const fix = 'Choose "all" or "errors" or "on-demand" or { slowerThan: milliseconds } or { sample: 0 to 1 }';
    yield issue('ORIEL_CONFIG_CHOICE', 'profiler.record', `${formatValue(value)} is not a choice`, fix);
  },
  *redact(value) {
    if (!isRecord(value)) {
      return yield wrong('redact', value, "Give { names: ['boarding code'], keep: ['csrf-mode'] }");
    }
    yield* validateUnknownKeys(value, ['names', 'keep'], 'profiler.redact.');
    yield* wrongEntries('redact.names', value['names'], isNameOrPattern, 'names and regular expressions');
    yield* wrongEntries('redact.keep', value['keep'], isName, 'names');
  },
  *panels(value) {
    yield* wrongEntries('panels', value, isPanel, 'what panel({ name, title, collect, view }) gives');
    const names = Array.isArray(value) ? value.filter(isPanel).map(({ name }) => name) : [];
    for (const name of new Set(names.filter((each, index) => names.indexOf(each) < index))) {
      const reason = `More than one panel is called "${name}"`;
      yield issue('ORIEL_PROFILER_PANEL', 'profiler.panels', reason, 'Give each a name of its own');
    }
  },
  *explain(value) {
    if (typeof value !== 'function') yield wrong('explain', value, 'Give a function, such as explainQuery(database)');
  },
  *exposeToken(value) {
    if (typeof value !== 'boolean') yield wrong('exposeToken', value, 'Give true or false');
  },
  // What was given stays unsaid: it is meant to be a secret.
  *key(value, { record }) {
    if (typeof value !== 'string') {
      yield noKey(`It is of type ${typeof value}, not a text`);
    } else if (value === '')
      yield noKey(record === 'on-demand' ? NO_KEY : 'It is empty, so it cannot open the profiler');
    else if (Buffer.byteLength(value) < LEAST_KEY_BYTES)
      yield noKey(
        `It has ${Buffer.byteLength(value)} bytes, so it can be guessed; a key has at least ${LEAST_KEY_BYTES}`,
      );
  },
};

const STORAGE = ['lease', 'write', 'read', 'find', 'pin', 'unpin', 'clear', 'close'];
const CAPS = ['profiles', 'bytes', 'age'];
const NO_KEY = 'Without a key no request can demand its recording, and record is "on-demand"';
const KEY_FIX =
  'Set profiler.key to a random text of at least 32 bytes, from an environment variable, say; `openssl rand -base64 32` prints one';
// The same number as in profiler/profiler-key.ts, which is not loaded before there is a profiler.
const LEAST_KEY_BYTES = 32;

function* wrongEntries(
  place: string,
  value: unknown,
  isRight: (entry: unknown) => boolean,
  wanted: string,
): Generator<ConfigIssue> {
  if (value === undefined) return;
  if (!Array.isArray(value)) return yield wrong(place, value, `Give a list of ${wanted}`);
  for (const [index, entry] of value.entries()) {
    if (!isRight(entry)) yield wrong(`${place}[${index}]`, entry, `The list holds ${wanted}`);
  }
}

function wrong(place: string, value: unknown, fix: string): ConfigIssue {
  return issue('ORIEL_CONFIG_PROFILER', `profiler.${place}`, `It is ${formatValue(value)}`, fix);
}

function number(place: string, value: unknown, wanted: string): ConfigIssue {
  return issue('ORIEL_CONFIG_NUMBER', `profiler.${place}`, `It is ${formatValue(value)}`, `Give ${wanted}`);
}

function noKey(reason: string): ConfigIssue {
  return issue('ORIEL_PROFILER_KEY', 'profiler.key', reason, KEY_FIX);
}

function isRule(record: unknown): boolean {
  if (record === 'all' || record === 'errors' || record === 'on-demand') return true;
  if (!isRecord(record) || Object.keys(record).length !== 1) return false;
  return isNumber(record['slowerThan'], 0, Infinity) || isNumber(record['sample'], 0, 1);
}

function isNumber(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function isName(entry: unknown): boolean {
  return typeof entry === 'string' && entry !== '';
}

function isNameOrPattern(entry: unknown): boolean {
  return isName(entry) || entry instanceof RegExp;
}

function isPanel(entry: unknown): entry is { readonly name: string } {
  return isObject(entry) && isName(entry['name']) && typeof entry['view'] === 'function';
}

/** Settings are written as a plain object; a list or a date in their place is a mistake. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
