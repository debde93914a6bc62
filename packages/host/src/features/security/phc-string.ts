/** An argon2id hash with its parameters, as PHC strings and most libraries write it. */
export interface PasswordHash {
  /** Memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/**
 * Parses `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`.
 *
 * @returns undefined for other algorithms and versions, and for parameters that are too expensive for a login
 */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const parts = PHC.exec(text);
  if (!parts) return undefined;
  const [, memory, passes, parallelism] = parts.map(Number) as [number, number, number, number];
  const salt = Buffer.from(parts[4]!, 'base64');
  const tag = Buffer.from(parts[5]!, 'base64');
  if (memory < 8 * parallelism || memory > MAX_MEMORY_KIB || passes < 1 || passes > 64) return undefined;
  if (parallelism < 1 || parallelism > 16) return undefined;
  if (salt.length < 8 || tag.length < 16 || tag.length > 64) return undefined;
  return { memory, passes, parallelism, salt, tag };
}

/** Formats a hash for {@link parsePasswordHash}. */
export function formatPasswordHash({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{8,128})\$([A-Za-z0-9+/]{16,128})$/;
const MAX_MEMORY_KIB = 1 << 20;
