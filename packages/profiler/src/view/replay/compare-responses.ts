import type { RecordedBody } from '../../profile/profile.ts';
import { decodeBody } from '../../record/decode-body.ts';
import { readComparableBody } from '../compare/comparable-body.ts';
import type { ComparableBody } from '../compare/comparable-body.ts';
import type { Change } from '../compare/difference.ts';
import { findShapeChanges } from './json-shape.ts';

/** A response of which the status and the shape are compared. */
export interface ComparableResponse {
  readonly status: number;
  readonly type: string;
  readonly body: ComparableBody;
}

export type ResponseDifferences = ReturnType<typeof compareResponses>;

/**
 * Compares a recorded response with a new one by what does not depend on data: the status, the media type, and the names and types of JSON.
 * `hasShapes` is whether both bodies are JSON.
 */
export function compareResponses(before: ComparableResponse, after: ComparableResponse) {
  const lines: string[] = [];
  if (before.status !== after.status) lines.push(`status ${before.status} → ${after.status}`);
  const [one, other] = [before, after].map(({ type }) => type.split(';', 1)[0]!.trim().toLowerCase()) as [
    string,
    string,
  ];
  if (one !== other) lines.push(`media type ${one || 'none'} → ${other || 'none'}`);
  const hasShapes = before.body.kind === 'value' && after.body.kind === 'value';
  if (before.body.kind === 'value' && after.body.kind === 'value')
    lines.push(...findShapeChanges(before.body.value, after.body.value).map(describeChange));
  return { lines, hasShapes };
}

/** Returns a response that was received, with its body as text if it is one. */
export function toComparableResponse(response: ReceivedMessage): ComparableResponse {
  const body = toRecordedBody(response);
  return { status: response.status, type: body.type, body: readComparableBody(body, body.size) };
}

export interface ReceivedMessage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly isPartial: boolean;
}

/** Returns the body of a response as recorded ones are: decoded, as text if it is one, at most 1 MB. */
export function toRecordedBody({ headers, body, isPartial }: ReceivedMessage): RecordedBody {
  const find = (wanted: string): string => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const coding = find('content-encoding').trim().toLowerCase();
  const isPlain = coding === '' || coding === 'identity';
  const decoded = isPlain ? undefined : decodeBody(body, coding, !isPartial, MAX_BYTES);
  const bytes = Buffer.from(isPlain ? body : (decoded?.bytes ?? body)).subarray(0, MAX_BYTES);
  const size = Math.max(isPlain ? body.length : (decoded?.size ?? body.length), isPartial ? bytes.length + 1 : 0);
  const text = bytes.toString();
  const isText = !bytes.includes(0) && Buffer.from(text).equals(bytes);
  return {
    type: find('content-type'),
    encoding: isText ? 'text' : 'base64',
    content: isText ? text : bytes.toString('base64'),
    size,
    kept: bytes.length,
    digest: undefined,
    redacted: false,
  };
}

const MAX_BYTES = 1_000_000;

function describeChange({ kind, path, before, after }: Change): string {
  const name = path === '' ? 'body' : `body ${path}`;
  return kind === 'changed' ? `${name}: ${before} → ${after}` : `${name} ${kind}`;
}
