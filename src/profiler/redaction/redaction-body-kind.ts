/** How the secrets of a body are looked for, by its media type. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'table' | 'text' | 'media' | 'unknown';

/** Tells the kind of a body from its type; the same few types come again and again. */
export class BodyKinds {
  readonly #known = new Map<string, BodyKind>();

  of(type: string): BodyKind {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const kind = kindOf(type);
    if (type.length > LONGEST_TYPE) return kind;
    if (this.#known.size >= MOST_TYPES) this.#known.clear();
    this.#known.set(type, kind);
    return kind;
  }
}

/** The kind of a body of a type that is not worth remembering. */
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
const LONGEST_TYPE = 100;
const MOST_TYPES = 200;
const MEDIA = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|pdf|wasm|zstd|x-7z-compressed|x-tar)$/;
