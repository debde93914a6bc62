import { existsSync, readFileSync, realpathSync, JSON, URL } from 'oriel-core/builtins';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createPropagation, isPropagationHost } from '../record/propagate-trace.ts';
import type { Propagation } from '../record/propagate-trace.ts';
import { MAX_TIMER_MS, parseDuration } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import { MIN_KEY_BYTES, isLongEnoughKey } from '../record/demand/profiler-key.ts';
import { createEditorLink, parseEditorPaths } from '../view/render/editor-links.ts';
import type { EditorLink } from '../view/render/editor-links.ts';
import type { OtlpSettings } from '../otlp/export/otlp-config.ts';
import { DEFAULT_BODY_CAP } from '../record/record-body.ts';
import { readOtlpSettings } from './otlp-settings.ts';
import { KeepRule } from '../record/keep-rule.ts';

/** The settings of the recorder, from environment variables: `node --import oriel/register` has no other place for them. */
export interface RecorderSettings {
  /** The SQLite file that all applications of this user share, or the URL of PostgreSQL. `ORIEL_PROFILER_FILE`. */
  readonly file: string;
  /** The name of the application in the list. `ORIEL_PROFILER_APP`; default the name in its package.json. */
  readonly application: string;
  /** Allows recording in production, and access from other machines. `ORIEL_PROFILER_KEY`, at least 32 bytes. */
  readonly key: string | undefined;
  /** The most bytes of each body that a profile keeps. `ORIEL_PROFILER_BODY_CAP`; default 65,536. */
  readonly bodyCap: number;
  /** Which profiles are kept. `ORIEL_PROFILER_KEEP` (searches separated by `;`), `…_SAMPLE` and `…_PER_MINUTE`. */
  readonly keepRule: KeepRule;
  /** Which calls get the header `traceparent`. `ORIEL_PROFILER_PROPAGATE`: host names separated by commas, or `off`. */
  readonly propagates: Propagation;
  /** Opens positions in files in an editor. `ORIEL_EDITOR`, and `ORIEL_EDITOR_PATHS` such as `/app=/home/me/shop`. */
  readonly editor: EditorLink | undefined;
  /** Where the pages are served, for links. `ORIEL_PROFILER_URL`; undefined for the default. */
  readonly pagesUrl: string | undefined;
  /** Milliseconds of event-loop delay from which recording pauses; 0 for never. `ORIEL_PROFILER_PAUSE`; default `200 ms` in production, otherwise 0. */
  readonly pauseDelay: number;
  /** Where requests have their user, such as `auth.account`, separated by commas. `ORIEL_PROFILER_USER`. */
  readonly userPaths: readonly string[];
  /** Exports profiles to a collector of OpenTelemetry. `ORIEL_PROFILER_OTLP`: its address, or `on` for the variables `OTEL_…`. */
  readonly otlp: OtlpSettings | undefined;
  /** Whether only clients with the key see tokens and pages: `NODE_ENV` is `production`. */
  readonly keyOnly: boolean;
  /** Adds the toolbar to pages, except in production. `ORIEL_PROFILER_TOOLBAR`; default off. */
  readonly toolbar: boolean;
}

/** Returns whether the developer switched recording off with `ORIEL_PROFILER=off`. */
export function isSwitchedOff(env: NodeJS.ProcessEnv): boolean {
  return /^(?:0|off|false|no)$/i.test(env['ORIEL_PROFILER'] ?? '');
}

/**
 * Returns whether this process runs `oriel`, which inherits `NODE_OPTIONS` from a shell that records applications.
 *
 * @param program the file that Node.js runs; it may be a link
 */
export function isProfilerProgram(program: string | undefined): boolean {
  if (program === undefined || program === '') return false;
  try {
    const file = realpathSync(program);
    return (
      /[\\/]cli[\\/]main\.[jt]s$/.test(file) && nameInManifest(join(dirname(file), '../../package.json')) === 'oriel'
    );
  } catch {
    return false;
  }
}

/** Why nothing is recorded; undefined if recording is allowed. */
export function whyDisabled(env: NodeJS.ProcessEnv): string | undefined {
  const key = env['ORIEL_PROFILER_KEY'];
  if (key !== undefined && !isLongEnoughKey(key))
    return `ORIEL_PROFILER_KEY has ${Buffer.byteLength(key)} bytes; use at least ${MIN_KEY_BYTES} random bytes`;
  if (env['NODE_ENV'] === 'production' && key === undefined)
    return 'NODE_ENV is "production" and ORIEL_PROFILER_KEY is not set';
  return undefined;
}

/**
 * Reads the settings.
 *
 * @throws {RangeError} if a number or a URL is invalid
 * @throws {TypeError} if `ORIEL_PROFILER_PAUSE` is not a duration
 * @throws {SyntaxError} if a search of `ORIEL_PROFILER_KEEP` is invalid
 */
export function readSettings(env: NodeJS.ProcessEnv): RecorderSettings {
  return {
    file: env['ORIEL_PROFILER_FILE'] ?? defaultStoreFile(env),
    application: env['ORIEL_PROFILER_APP'] ?? applicationName(process.argv[1] ?? process.cwd()),
    key: env['ORIEL_PROFILER_KEY'],
    bodyCap: readNumber(env, 'ORIEL_PROFILER_BODY_CAP', BODY_CAP) ?? DEFAULT_BODY_CAP,
    keepRule: readKeepRule(env),
    propagates: readPropagation(env),
    editor: readEditor(env),
    pagesUrl: readPagesUrl(env['ORIEL_PROFILER_URL'] ?? ''),
    userPaths: readPaths(env['ORIEL_PROFILER_USER'] ?? ''),
    otlp: readOtlpSettings(env),
    pauseDelay: readDuration(env, 'ORIEL_PROFILER_PAUSE', env['NODE_ENV'] === 'production' ? '200 ms' : 0),
    keyOnly: env['NODE_ENV'] === 'production',
    toolbar: env['NODE_ENV'] !== 'production' && /^(?:1|on|true|yes)$/i.test(env['ORIEL_PROFILER_TOOLBAR'] ?? ''),
  };
}

/** Where `oriel` serves the pages. Browsers send the cookies of an application at `localhost` to it, too. */
export const DEFAULT_PAGES_URL = 'http://localhost:8025';

/** Returns the file that the applications of this user share: in the folder for state of the operating system. */
export function defaultStoreFile(env: NodeJS.ProcessEnv): string {
  const home = homedir();
  const folder =
    process.platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'));
  return join(folder, 'oriel', 'profiler.sqlite');
}

function readPaths(text: string): readonly string[] {
  const paths = text.split(',').map((path) => path.trim());
  return paths.filter((path) => path !== '');
}

// Manifests below these folders are those of a framework or of a build. A program may be installed outside of the application.
function applicationName(start: string): string {
  for (const first of [dirname(start), process.cwd()])
    for (let folder = first; folder !== dirname(folder); folder = dirname(folder)) {
      if (BUILT_FOLDER.test(folder)) continue;
      const name = nameInManifest(join(folder, 'package.json'));
      if (name !== undefined) return name;
    }
  return basename(start).replace(/\.[cm]?[jt]s$/, '') || 'node';
}

const BUILT_FOLDER = /[\\/](?:node_modules|\.output|\.next|\.nuxt|\.svelte-kit|\.vercel)(?:[\\/]|$)/;

function nameInManifest(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the editor of the environment variables `ORIEL_EDITOR` and `ORIEL_EDITOR_PATHS`; undefined if there is none.
 *
 * @throws {RangeError} if one of them is invalid
 */
export function readEditor(env: NodeJS.ProcessEnv): EditorLink | undefined {
  const editor = env['ORIEL_EDITOR']?.trim() ?? '';
  return editor === '' ? undefined : createEditorLink(editor, parseEditorPaths(env['ORIEL_EDITOR_PATHS'] ?? ''));
}

// It is sent in a header, so it is written as URLs are.
function readPagesUrl(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RangeError(`ORIEL_PROFILER_URL is "${text}"; expected a URL, such as http://localhost:8025`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function readPropagation(env: NodeJS.ProcessEnv): Propagation {
  const text = env['ORIEL_PROFILER_PROPAGATE'] ?? '';
  if (/^(?:0|off|false|no|none)$/i.test(text.trim())) return createPropagation(false);
  const hosts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const invalid = hosts.find((host) => !isPropagationHost(host));
  if (invalid !== undefined)
    throw new RangeError(
      `ORIEL_PROFILER_PROPAGATE has "${invalid}"; expected host names, such as api.example,*.internal`,
    );
  return createPropagation(hosts);
}

function readKeepRule(env: NodeJS.ProcessEnv): KeepRule {
  const searches = (env['ORIEL_PROFILER_KEEP'] ?? '').split(';').map((search) => search.trim());
  return new KeepRule({
    keep: searches.filter((search) => search !== ''),
    sample: readNumber(env, 'ORIEL_PROFILER_SAMPLE', SAMPLE),
    perMinute: readNumber(env, 'ORIEL_PROFILER_PER_MINUTE', PER_MINUTE),
  });
}

interface NumberRange {
  readonly isValid: (value: number) => boolean;
  readonly expected: string;
}

const BODY_CAP: NumberRange = {
  isValid: (value) => Number.isInteger(value) && value >= 0,
  expected: 'a number of bytes, such as 65536',
};
const SAMPLE: NumberRange = {
  isValid: (value) => value >= 0 && value <= 1,
  expected: 'a number from 0 to 1, such as 0.01',
};
const PER_MINUTE: NumberRange = {
  isValid: (value) => Number.isInteger(value) && value >= 1,
  expected: 'a whole number of 1 or more, such as 600',
};

function readNumber(env: NodeJS.ProcessEnv, name: string, { isValid, expected }: NumberRange): number | undefined {
  const text = env[name];
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  if (!isValid(value)) throw new RangeError(`${name} is "${text}"; expected ${expected}`);
  return value;
}

function readDuration(env: NodeJS.ProcessEnv, name: string, fallback: Duration): number {
  const text = env[name] || fallback;
  return parseDuration((/^\d+$/.test(String(text)) ? Number(text) : text) as Duration, name, {
    maximum: MAX_TIMER_MS,
  });
}
