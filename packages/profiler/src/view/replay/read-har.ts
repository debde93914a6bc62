import { MASK } from 'oriel-core/redaction';
import type { HeaderLine, RecordedBody } from '../../profile/profile.ts';
import type { RepeatableSource } from '../export/repeatable-request.ts';
import { readComparableBody } from '../compare/comparable-body.ts';
import { getMember } from '../compare/values.ts';
import { parseJson } from '../panels/value-text.ts';
import type { ComparableResponse } from './compare-responses.ts';

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
  const archive = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const entries = getMember(getMember(archive, 'log'), 'entries');
  return Array.isArray(entries) ? entries.flatMap((entry: unknown) => readEntry(entry) ?? []) : undefined;
}

function readEntry(entry: unknown): HarEntry | undefined {
  const request = getMember(entry, 'request');
  const [method, url] = [getMember(request, 'method'), getMember(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const version = /^http\/([\d.]+)$/i.exec(readText(getMember(request, 'httpVersion')))?.[1] ?? '1.1';
  const path = /^https?:\/\/[^/?#]+\*$/i.test(url) ? '*' : '';
  // Clients send no fragment. Pseudo-headers of HTTP/2 are a part of the request line.
  const recorded = { method, url: url.replace(/#.*$/s, ''), version, body: readBody(getMember(request, 'postData')) };
  const headers = readHeaders(getMember(request, 'headers')).filter(([name]) => !name.startsWith(':'));
  const source = { summary: { token: '', path }, data: { request: { ...recorded, headers } } };
  return { method, url, source, response: readResponse(getMember(entry, 'response')) };
}

function readHeaders(list: unknown): HeaderLine[] {
  if (!Array.isArray(list)) return [];
  return list.map((header: unknown) => [readText(getMember(header, 'name')), readText(getMember(header, 'value'))]);
}

// HAR 1.2 has no encoding for requests. Oriel and other tools state it in a comment or a field of their own.
function readBody(data: unknown): RecordedBody | undefined {
  const text = readText(getMember(data, 'text'));
  if (text === '') return undefined;
  const isBase64 =
    getMember(data, 'encoding') === 'base64' || readText(getMember(data, 'comment')).startsWith('base64');
  return createBody(text, readText(getMember(data, 'mimeType')), isBase64);
}

function readResponse(response: unknown): ComparableResponse | undefined {
  const status = getMember(response, 'status');
  if (typeof status !== 'number' || status < 100) return undefined;
  const content = getMember(response, 'content');
  const type = readText(getMember(content, 'mimeType'));
  const text = readText(getMember(content, 'text'));
  const isBase64 = getMember(content, 'encoding') === 'base64';
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

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
