/** What can be wrong with a profile store, told by what SQLite or the file system threw. */
export interface StoreTrouble {
  readonly kind: TroubleKind;
  /** A sentence for the log: what is wrong, what it means, what to do. */
  readonly message: string;
  readonly cause: unknown;
}

export type TroubleKind = 'locked' | 'full' | 'read-only' | 'corrupt' | 'newer' | 'unreachable';

/** Thrown by ourselves when a file is not what it should be. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: TroubleKind;

  constructor(code: TroubleKind, message: string) {
    super(message);
    this.code = code;
  }
}

const SQLITE: Readonly<Record<number, TroubleKind>> = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  11: 'corrupt',
  13: 'full',
  26: 'corrupt',
};

const SYSTEM: Readonly<Record<string, TroubleKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
};

/** Which trouble an error is. */
export function troubleOf(error: unknown): TroubleKind {
  if (error instanceof StoreError) return error.code;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE[primary(errcode)] ?? 'unreachable';
  return (typeof code === 'string' && SYSTEM[code]) || 'unreachable';
}

/** Is it the fault of one profile and not of the store? Such a profile would fail again and again. */
export function isFaultOfProfile(error: unknown): boolean {
  const errcode = (error as { errcode?: unknown }).errcode;
  if (typeof errcode === 'number') return [18, 19, 20, 25].includes(primary(errcode));
  return error instanceof TypeError;
}

/** Is it neither the store nor the profile, but what was asked? */
export function isFaultOfStatement(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return primary(errcode) === 1;
  return typeof code !== 'string' || code.startsWith('ERR_');
}

/** The sentence for it. */
export function tellTrouble(kind: TroubleKind, file: string, cause: unknown): string {
  const what = cause instanceof Error ? cause.message : String(cause);
  return `Profiles are not being stored: ${WHAT[kind]} (${file}: ${what}). Requests are not affected; it is tried again by itself.`;
}

const WHAT: Readonly<Record<TroubleKind, string>> = {
  locked: 'another process keeps the store locked',
  full: 'there is no room left on the disk',
  'read-only': 'the store may not be written',
  corrupt: 'the store is damaged; the file is set aside under another name and a new one begun',
  newer: 'the store was made by a newer version; update this one or configure another file',
  unreachable: 'the store cannot be reached',
};

// The upper bits say more than is needed here.
const primary = (errcode: number): number => errcode & 0xff;
