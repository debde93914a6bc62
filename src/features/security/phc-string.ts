/** An argon2id hash with all it takes to make it again, as PHC strings and most other libraries write it. */
export interface PasswordHash {
  /** Memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/**
 * Reads `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`.
 *
 * @returns undefined for anything else: another algorithm, another version, or more work than a login should cost
 */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const parts = PHC.exec(text);
  if (!parts) return undefined;
  const [, memory, passes, parallelism] = parts.map(Number) as [number, number, number, number];
  const salt = Buffer.from(parts[4]!, 'base64');
  const tag = Buffer.from(parts[5]!, 'base64');
  const bearable = memory >= 8 * parallelism && memory <= MOST_MEMORY && passes >= 1 && passes <= 64;
  if (!bearable || parallelism < 1 || parallelism > 16) return undefined;
  return salt.length >= 8 && tag.length >= 16 && tag.length <= 64
    ? { memory, passes, parallelism, salt, tag }
    : undefined;
}

/** Writes it as {@link parsePasswordHash} reads it. */
export function formatPasswordHash({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{8,128})\$([A-Za-z0-9+/]{16,128})$/;
const MOST_MEMORY = 1 << 20;
