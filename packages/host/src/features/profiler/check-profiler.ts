import { isObject } from 'oriel-core/http';
import { isIP } from 'node:net';
import { validateDuration, validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import { describeEditorIssue } from 'oriel-core/errors';
import { validateOtlp } from './validate-otlp.ts';
import type { ProfilerConfig } from './profiler-config.ts';
import type { ConfigIssue } from 'oriel-core/configuration';

/**
 * Returns the issues of the profiler settings, including the entries of lists.
 *
 * @param describeKeepIssue returns what is wrong with a search of `keep`; undefined if it is valid
 */
export function* validateProfiler(
  { profiler }: { readonly profiler?: ProfilerConfig | false },
  describeKeepIssue: DescribeIssue,
): Generator<ConfigIssue> {
  if (profiler === undefined || profiler === false) return;
  if (!isRecord(profiler)) {
    const fix = 'Use its settings, such as profiler: { keep: ["status:>=400"] }, or false for none';
    return yield issue('ORIEL_CONFIG_PROFILER', 'profiler', `It is ${formatValue(profiler)}`, fix);
  }
  yield* validateUnknownKeys(profiler, Object.keys(OPTIONS), 'profiler.');
  for (const [name, check] of Object.entries(OPTIONS)) {
    const value = profiler[name];
    if (value !== undefined) yield* check(value, profiler, describeKeepIssue);
  }
  if (profiler.record === 'on-demand' && profiler.key === undefined) yield noKey(NO_KEY);
}

type Check = (value: unknown, profiler: ProfilerConfig, describeKeepIssue: DescribeIssue) => Generator<ConfigIssue>;
type DescribeIssue = (search: string) => string | undefined;

/** The checks of all profiler settings. */
const OPTIONS: Readonly<Record<keyof ProfilerConfig, Check>> = {
  *file(value) {
    if (typeof value === 'string' && value !== '') return;
    yield settingIssue('file', value, "Use the path of the SQLite file, such as 'var/profiler.sqlite'");
  },
  *storage(value) {
    const missing = isObject(value) ? STORAGE.filter((name) => typeof value[name] !== 'function') : STORAGE;
    if (missing.length === 0) return;
    const reason = isObject(value) ? `It has no ${missing.join('(), no ')}()` : `It is ${formatValue(value)}`;
    const fix = 'Use a storage such as new MemoryProfileStorage(), or omit it for the SQLite file';
    yield issue('ORIEL_PROFILER_STORAGE', 'profiler.storage', reason, fix);
  },
  *caps(value) {
    if (!isRecord(value)) {
      return yield settingIssue('caps', value, 'Use { profiles, bytes, age }; each is optional');
    }
    yield* validateUnknownKeys(value, CAPS, 'profiler.caps.');
    for (const cap of ['profiles', 'bytes'])
      if (value[cap] !== undefined && !isNumber(value[cap], 1)) yield number(`caps.${cap}`, value[cap], '1 or more');
    yield* validateDuration('profiler.caps.age', value['age'], { minimum: 1 });
  },
  *bodyCap(value) {
    if (!isNumber(value, 0)) yield number('bodyCap', value, 'a number of bytes; 0 keeps no bodies');
  },
  *record(value) {
    if (value === 'all' || value === 'on-demand') return;
    const fix = 'Choose "all" or "on-demand"; keep and sample select profiles, such as keep: ["status:>=400"]';
    yield issue('ORIEL_CONFIG_CHOICE', 'profiler.record', `${formatValue(value)} is not a choice`, fix);
  },
  *keep(value, { record }, describeKeepIssue) {
    yield* validateEntries('keep', value, isName, 'searches, such as "status:>=400"');
    if (record === 'on-demand')
      yield settingIssue('keep', value, 'Remove it: with record: "on-demand", every recorded profile is kept');
    for (const [index, search] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
      const problem = typeof search === 'string' && search !== '' ? describeKeepIssue(search) : undefined;
      if (problem === undefined) continue;
      const fix = 'Use the search language of the list; `oriel list --help` and docs/profiler/search.md describe it';
      yield issue('ORIEL_CONFIG_PROFILER', `profiler.keep[${index}]`, `${formatValue(search)}: ${problem}`, fix);
    }
  },
  *sample(value) {
    if (!isNumber(value, 0, 1)) yield number('sample', value, 'a number from 0 to 1; 0.01 keeps 1 %');
  },
  *perMinute(value) {
    if (!isNumber(value, 1)) yield number('perMinute', value, '1 or more');
  },
  *propagate(value) {
    if (value === false) return;
    yield* validateEntries('propagate', value, isHost, 'host names, such as "api.example" or "*.internal"');
  },
  *otlp(value) {
    yield* validateOtlp(value);
  },
  *redact(value) {
    if (!isRecord(value)) {
      return yield settingIssue('redact', value, "Use { names: ['boarding code'], keep: ['csrf-mode'] }");
    }
    yield* validateUnknownKeys(value, ['names', 'keep'], 'profiler.redact.');
    yield* validateEntries('redact.names', value['names'], isNameOrPattern, 'names and regular expressions');
    yield* validateEntries('redact.keep', value['keep'], isName, 'names');
  },
  *panels(value) {
    yield* validateEntries('panels', value, isPanel, 'results of panel({ name, title, collect, view })');
    const names = Array.isArray(value) ? value.filter(isPanel).map(({ name }) => name) : [];
    for (const name of new Set(names.filter((each, index) => names.indexOf(each) < index))) {
      const reason = `Several panels have the name "${name}"`;
      yield issue('ORIEL_PROFILER_PANEL', 'profiler.panels', reason, 'Use a unique name for each panel');
    }
  },
  *explain(value) {
    if (typeof value !== 'function')
      yield settingIssue('explain', value, 'Use a function, such as explainQuery(database)');
  },
  *editor(value) {
    const problem = typeof value === 'string' ? describeEditorIssue(value) : 'it is not a text';
    if (problem === undefined) return;
    const fix = "Use 'vscode', 'cursor', 'zed', 'webstorm' or a URL such as 'idea://open?file={file}&line={line}'";
    yield issue('ORIEL_CONFIG_PROFILER', 'profiler.editor', `${formatValue(value)}: ${problem}`, fix);
  },
  *editorPaths(value) {
    const isValid = isRecord(value) && Object.values(value).every(isName);
    if (!isValid) yield settingIssue('editorPaths', value, "Use folders, such as { '/app': '/home/me/shop' }");
  },
  *exposeToken(value) {
    if (typeof value !== 'boolean') yield settingIssue('exposeToken', value, 'Use true or false');
  },
  *toolbar(value) {
    if (typeof value !== 'boolean') yield settingIssue('toolbar', value, 'Use true or false');
  },
  // The message does not contain the value, because it is a secret.
  *key(value, { record }) {
    if (typeof value !== 'string') {
      yield noKey(`It is of type ${typeof value}, not a text`);
    } else if (value === '')
      yield noKey(record === 'on-demand' ? NO_KEY : 'It is empty, so it cannot open the profiler');
    else if (Buffer.byteLength(value) < LEAST_KEY_BYTES)
      yield noKey(`It has ${Buffer.byteLength(value)} bytes, so it can be guessed; use at least ${LEAST_KEY_BYTES}`);
  },
};

const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i;
const STORAGE = ['lease', 'write', 'read', 'find', 'pin', 'unpin', 'clear', 'close'];
const CAPS = ['profiles', 'bytes', 'age'];
const NO_KEY = 'record is "on-demand", but without a key no request can demand its recording';
const KEY_FIX =
  'Set profiler.key to a random text of at least 32 bytes, for example from an environment variable; `openssl rand -base64 32` prints one';
// Equals the number in record/demand/profiler-key.ts of `oriel`, which is loaded only with the profiler.
const LEAST_KEY_BYTES = 32;

function* validateEntries(
  place: string,
  value: unknown,
  isRight: (entry: unknown) => boolean,
  wanted: string,
): Generator<ConfigIssue> {
  if (value === undefined) return;
  if (!Array.isArray(value)) return yield settingIssue(place, value, `Use a list of ${wanted}`);
  for (const [index, entry] of value.entries()) {
    if (!isRight(entry)) yield settingIssue(`${place}[${index}]`, entry, `The list must contain ${wanted}`);
  }
}

function settingIssue(place: string, value: unknown, fix: string): ConfigIssue {
  return issue('ORIEL_CONFIG_PROFILER', `profiler.${place}`, `It is ${formatValue(value)}`, fix);
}

function number(place: string, value: unknown, wanted: string): ConfigIssue {
  return issue('ORIEL_CONFIG_NUMBER', `profiler.${place}`, `It is ${formatValue(value)}`, `Use ${wanted}`);
}

function noKey(reason: string): ConfigIssue {
  return issue('ORIEL_PROFILER_KEY', 'profiler.key', reason, KEY_FIX);
}

function isNumber(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

// Equals `isPropagationHost` of the recorder, which is loaded only with the profiler.
function isHost(entry: unknown): boolean {
  return typeof entry === 'string' && (entry === '*' || isIP(entry) !== 0 || HOST.test(entry));
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
