import { MASK } from 'oriel-core/redaction';
import type { HeaderLine, RecordedBody } from '../../profile/profile.ts';
import type { RepeatableSource } from '../export/repeatable-request.ts';
import { readComparableBody } from '../compare/comparable-body.ts';
import type { ComparableResponse } from './compare-responses.ts';

/** A request of an HTTP Archive, and its response. */
export interface HarEntry {
  readonly method: string;
  readonly url: string;
  readonly source: RepeatableSource;
  /** Undefined if the request failed, or was answered from the cache of the browser. */
  readonly response: ComparableResponse | undefined;
}

/**
 * Reads an HTTP Archive (HAR 1.2), as browsers, Playwright, proxies and Oriel write it. Entries that are not valid are left out.
 *
 * @returns undefined if the text is not an archive
 */
export function readHar(text: string): HarEntry[] | undefined {
  let archive: unknown;
  try {
    archive = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
  const entries = get(get(archive, 'log'), 'entries');
  return Array.isArray(entries) ? entries.flatMap((entry: unknown) => readEntry(entry) ?? []) : undefined;
}

function readEntry(entry: unknown): HarEntry | undefined {
  const request = get(entry, 'request');
  const [method, url] = [get(request, 'method'), get(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const version = /^http\/([\d.]+)$/i.exec(readText(get(request, 'httpVersion')))?.[1] ?? '1.1';
  const path = /^https?:\/\/[^/?#]+\*$/i.test(url) ? '*' : '';
  // Clients send no fragment. Pseudo-headers of HTTP/2 are a part of the request line.
  const recorded = { method, url: url.replace(/#.*$/s, ''), version, body: readBody(get(request, 'postData')) };
  const headers = readHeaders(get(request, 'headers')).filter(([name]) => !name.startsWith(':'));
  const source = { summary: { token: '', path }, data: { request: { ...recorded, headers } } };
  return { method, url, source, response: readResponse(get(entry, 'response')) };
}

function readHeaders(list: unknown): HeaderLine[] {
  if (!Array.isArray(list)) return [];
  return list.map((header: unknown) => [readText(get(header, 'name')), readText(get(header, 'value'))]);
}

// HAR 1.2 has no encoding for requests. Oriel and other tools state it in a comment or a field of their own.
function readBody(data: unknown): RecordedBody | undefined {
  const text = readText(get(data, 'text'));
  if (text === '') return undefined;
  const isBase64 = get(data, 'encoding') === 'base64' || readText(get(data, 'comment')).startsWith('base64');
  return createBody(text, readText(get(data, 'mimeType')), isBase64);
}

function readResponse(response: unknown): ComparableResponse | undefined {
  const status = get(response, 'status');
  if (typeof status !== 'number' || status < 100) return undefined;
  const content = get(response, 'content');
  const type = readText(get(content, 'mimeType'));
  const text = readText(get(content, 'text'));
  const isBase64 = get(content, 'encoding') === 'base64';
  const isText = isBase64 && /json|text|xml|javascript/i.test(type);
  const body = isText
    ? createBody(Buffer.from(text, 'base64').toString(), type, false)
    : createBody(text, type, isBase64);
  return { status, type, body: readComparableBody(body, body.size) };
}

function createBody(content: string, type: string, isBase64: boolean): RecordedBody {
  const size = isBase64 ? Buffer.byteLength(content, 'base64') : Buffer.byteLength(content);
  const encoding = isBase64 ? 'base64' : 'text';
  return { type, encoding, content, size, kept: size, digest: undefined, redacted: content.includes(MASK) };
}

function get(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
