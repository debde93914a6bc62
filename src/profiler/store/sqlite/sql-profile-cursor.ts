/** Where a page ended: the value it is sorted by, the profile's number, and how many were shown up to there. */
export interface Cursor {
  readonly key: string | number;
  readonly seq: number;
  readonly before: number;
}

/** The cursor as text that is safe in a URL. */
export function toCursor({ key, seq, before }: Cursor): string {
  return Buffer.from(JSON.stringify([key, seq, before])).toString('base64url');
}

/** Reads it; undefined, which is the first page, when it is none of ours. */
export function fromCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [key, seq, before] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && typeof seq === 'number' && typeof before === 'number' ? { key, seq, before } : undefined;
  } catch {
    return undefined;
  }
}
