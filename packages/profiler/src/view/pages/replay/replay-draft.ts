import { escapeHtml } from 'oriel-core/errors';
import { escapeUnprintable } from 'oriel-core/trace';
import type { HeaderLine, Profile } from '../../../profile/profile.ts';
import type { MaskedValue } from '../../export/placeholders.ts';
import { toList } from '../../../profile/recorded-values.ts';
import { isTruncated } from '../../render/body-view.ts';
import { splitRecordedUrl } from '../../export/repeatable-request.ts';
import { prepareReplay } from '../../replay/prepare-replay.ts';
import type { PreparedReplay, ReplayEdits, ReplayProblems } from '../../replay/prepare-replay.ts';
import type { BrowserCookies } from './browser-cookies.ts';

/** The fields of the form of a request, as texts. */
export interface ReplayFields {
  readonly method: string;
  readonly origin: string;
  /** Path and query. This field and the next ones are undefined if they are long, or have characters that a form does not keep. */
  readonly target: string | undefined;
  /** One header per line. */
  readonly headers: string | undefined;
  /** Undefined as well if the body is not a text. */
  readonly body: string | undefined;
}

/** A recorded request with the changes of a form. */
export type ReplayDraft = ReturnType<typeof createReplayDraft>;

/**
 * Applies a form to a recorded request. Fields that are absent or as they were shown change nothing. The masked cookies of the recorded
 * request get the values of the browser, unless the form has others.
 *
 * @param form a form as it was sent; empty for the request as it was recorded
 */
export function createReplayDraft(profile: Profile, form: URLSearchParams, cookies: BrowserCookies) {
  const shown = showFields(profile);
  const values = readValues(form);
  const edits: ReplayEdits = { ...readEdits(shown, form), values };
  const masked = findMasked(prepareReplay(profile));
  const recordedCookies = new Set(masked.filter((value) => value.in === 'cookie').map(({ name }) => name));
  const taken: string[] = [];
  for (const { variable, name, in: location } of findMasked(prepareReplay(profile, edits))) {
    const value = location === 'cookie' && recordedCookies.has(name) ? cookies.take(name) : undefined;
    if (value === undefined) continue;
    values[variable] = value;
    taken.push(name);
  }
  const text = (name: keyof ReplayFields): string => form.get(name) ?? shown[name] ?? '';
  const ifKept = (name: keyof ReplayFields): string | undefined => (shown[name] === undefined ? undefined : text(name));
  return {
    fields: {
      method: text('method'),
      origin: text('origin'),
      target: ifKept('target'),
      headers: ifKept('headers'),
      body: ifKept('body'),
    } satisfies ReplayFields,
    /** The masked values of the recorded request. */
    masked,
    /** The names of cookies whose values are those of the browser. */
    taken,
    result: prepareReplay(profile, edits),
  };
}

export const VALUE_PREFIX = 'value.';

/** Returns the name under which the script keeps the value of a header for an application. */
export function getKeptName(origin: string, name: string): string {
  return `replay ${origin} ${name.toLowerCase()}`;
}

// A page has at most 40 KB, and a character is up to six bytes of it.
const MAX_EDITABLE_BYTES = 7_000;

function findMasked(result: PreparedReplay | ReplayProblems): readonly MaskedValue[] {
  return 'missing' in result ? result.missing : [];
}

function showFields(profile: Profile): ReplayFields {
  const { method, headers, body } = profile.data.request;
  const { origin = '', target } = splitRecordedUrl(profile);
  const lines = toList(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const isText = body === undefined || body.encoding === 'text';
  // What was stored of a long body is not all of it.
  const isCut = body !== undefined && isTruncated(body);
  const content = isCut ? '' : (body?.content ?? '');
  return {
    method,
    origin,
    target: isKept(target) ? target : undefined,
    headers: isKept(lines) ? lines : undefined,
    body: isCut || (isText && isKept(content)) ? content : undefined,
  };
}

// Controls of a form change line breaks, and pages show invisible characters as escapes.
function isKept(text: string): boolean {
  return Buffer.byteLength(escapeHtml(text)) <= MAX_EDITABLE_BYTES && escapeUnprintable(text) === text;
}

function readEdits(shown: ReplayFields, form: URLSearchParams): ReplayEdits {
  const read = (name: keyof ReplayFields): string | undefined => {
    const text = form.get(name);
    const recorded = shown[name];
    if (text === null || recorded === undefined || toLineFeeds(text) === toLineFeeds(recorded)) return undefined;
    return toLineFeeds(text);
  };
  const headers = read('headers');
  const body = read('body');
  return {
    method: read('method')?.trim(),
    origin: read('origin')?.trim(),
    target: read('target')?.trim(),
    headers: headers === undefined ? undefined : parseHeaderLines(headers),
    // Browsers send each line break as CRLF.
    body: body !== undefined && /\r\n/.test(shown.body ?? '') ? body.replaceAll('\n', '\r\n') : body,
  };
}

function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

// A line without a colon becomes a header with an invalid name, which is reported.
function parseHeaderLines(text: string): HeaderLine[] {
  return text.split('\n').flatMap((line): HeaderLine[] => {
    if (line.trim() === '') return [];
    const colon = line.indexOf(':', 1);
    return [colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
}

function readValues(form: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of form)
    if (name.startsWith(VALUE_PREFIX) && value !== '') values[name.slice(VALUE_PREFIX.length)] = value;
  return values;
}
