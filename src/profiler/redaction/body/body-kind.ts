import { memoizeText } from '../../../core/http/memoize-text.ts';

/** How the secrets of a body are found, by its media type. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'table' | 'text' | 'media' | 'unknown';

/** Returns the kind of a body. */
export const kindOf = memoizeText(computeKind, { entries: 200, length: 100 });

function computeKind(type: string): BodyKind {
  const name = type.split(';', 1)[0]!.trim().toLowerCase();
  if (name === '') return 'unknown';
  if (/[/+](?:json|x-ndjson|ndjson|json-seq|jsonl|json5)$/.test(name)) return 'json';
  if (name === 'application/x-www-form-urlencoded') return 'form';
  if (name.startsWith('multipart/')) return 'multipart';
  if (TABLE.test(name)) return 'table';
  if (name !== 'image/svg+xml' && MEDIA.test(name)) return 'media';
  return name === 'application/octet-stream' ? 'unknown' : 'text';
}

const TABLE = /^(?:text|application)\/(?:csv|x-csv|tab-separated-values)$/;
const MEDIA = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|pdf|wasm|zstd|x-7z-compressed|x-tar)$/;
