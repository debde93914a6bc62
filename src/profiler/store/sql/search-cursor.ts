/** Where a page ends: the value of the sort column, the sequence number, and number and weight of the profiles up to there. */
export interface Cursor {
  readonly key: string | number;
  readonly seq: number;
  readonly before: number;
  readonly weight: number;
}

/** Returns a cursor as text for links. */
export function formatCursor({ key, seq, before, weight }: Cursor): string {
  return Buffer.from(JSON.stringify([key, seq, before, weight])).toString('base64url');
}

/** Parses a cursor. Returns undefined, which is the first page, for an invalid one. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [key, seq, before, weight] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && typeof seq === 'number' && typeof before === 'number' && typeof weight === 'number'
      ? { key, seq, before, weight }
      : undefined;
  } catch {
    return undefined;
  }
}
