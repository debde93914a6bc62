/** How the secrets of a body are found, by its media type. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'table' | 'text' | 'media' | 'unknown';

/** Returns the kinds of bodies by their media type, and caches them. */
export class BodyKinds {
  readonly #known = new Map<string, BodyKind>();

  of(type: string): BodyKind {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const kind = kindOf(type);
    if (type.length > MAX_TYPE_LENGTH) return kind;
    if (this.#known.size >= MAX_TYPES) this.#known.clear();
    this.#known.set(type, kind);
    return kind;
  }
}

/** Returns the kind of a body without caching it. */
export function kindOf(type: string): BodyKind {
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
const MAX_TYPE_LENGTH = 100;
const MAX_TYPES = 200;
const MEDIA = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|pdf|wasm|zstd|x-7z-compressed|x-tar)$/;
