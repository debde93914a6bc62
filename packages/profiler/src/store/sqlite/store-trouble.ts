/** Why a profile store is unavailable, or has lost its profiles. */
export interface StoreTrouble {
  readonly kind: TroubleKind | 'deleted';
  /** A log message: the problem and its consequences. */
  readonly message: string;
  readonly cause: unknown;
}

export type TroubleKind = 'locked' | 'full' | 'read-only' | 'corrupt' | 'newer' | 'foreign' | 'unreachable';

/** An error of the store that is not reported by SQLite or the file system. */
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

/** Classifies an error of SQLite, the file system or {@link StoreError}. */
export function classifyError(error: unknown): TroubleKind {
  if (error instanceof StoreError) return error.code;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE[primary(errcode)] ?? 'unreachable';
  return (typeof code === 'string' && SYSTEM[code]) || 'unreachable';
}

/** Returns whether an error was caused by a single profile, which would fail again, and not by the store. */
export function isProfileError(error: unknown): boolean {
  const errcode = (error as { errcode?: unknown }).errcode;
  if (typeof errcode === 'number') return [18, 19, 20, 25].includes(primary(errcode));
  return error instanceof TypeError;
}

/** Returns whether an error was caused by an invalid statement, and not by the store. */
export function isStatementError(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return primary(errcode) === 1;
  return typeof code !== 'string' || code.startsWith('ERR_');
}

/** Returns the log message for a problem. */
export function describeTrouble(kind: TroubleKind, file: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `Profiles are not being stored: ${DESCRIPTIONS[kind]} (${file}: ${reason}). Requests are not affected; writing is retried automatically.`;
}

/** Returns the log message for a store that was deleted while it was open. */
export function describeDeletion(file: string): string {
  return `The store of profiles was deleted or replaced, and its profiles with it. New ones are stored in ${file}.`;
}

const DESCRIPTIONS: Readonly<Record<TroubleKind, string>> = {
  locked: 'another process has locked the store',
  full: 'no space is left on the disk',
  'read-only': 'the store is read-only',
  corrupt: 'the store is damaged; the file is renamed and a new one is created',
  newer: 'the store was created by a newer version; update Oriel or configure another file',
  foreign: 'the file belongs to another program and was not changed; configure another path',
  unreachable: 'the store cannot be opened',
};

// The upper bits of an extended result code are details.
const primary = (errcode: number): number => errcode & 0xff;
