import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { formatPasswordHash, parsePasswordHash } from './phc-string.ts';
import type { PasswordHash } from './phc-string.ts';
import { Turnstile } from './turnstile.ts';

/** How passwords are hashed. The defaults are what OWASP recommends for argon2id. */
export interface PasswordOptions {
  /** KiB of memory for one hash. Default 19,456. */
  readonly memory?: number;
  /** Default 2. */
  readonly passes?: number;
  /** Default 1. */
  readonly parallelism?: number;
  /** Hashes worked out at once; each takes its memory. Default 4. */
  readonly atOnce?: number;
  /** Logins that may wait for their turn; more are answered 503. Default 64. */
  readonly waiting?: number;
}

/** What came of comparing a password with its hash. */
export interface PasswordCheck {
  readonly right: boolean;
  /** The hash was made with less work than is asked for now: hash the password anew, as long as it is known. */
  readonly outdated: boolean;
}

/** Hashes and compares passwords with argon2id, a few at a time, because each takes memory on purpose. */
export class Passwords {
  readonly #work: Pick<PasswordHash, 'memory' | 'passes' | 'parallelism'>;
  readonly #turnstile: Turnstile;
  readonly #nobody: PasswordHash;

  constructor({ memory = 19_456, passes = 2, parallelism = 1, atOnce = 4, waiting = 64 }: PasswordOptions = {}) {
    this.#work = { memory, passes, parallelism };
    this.#turnstile = new Turnstile(atOnce, waiting);
    this.#nobody = { ...this.#work, salt: randomBytes(16), tag: randomBytes(32) };
  }

  /** @returns a PHC string, to be kept with the account */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.#derive(password, { ...this.#work, salt, tag: Buffer.alloc(32) });
    return formatPasswordHash({ ...this.#work, salt, tag });
  }

  /**
   * Compares in constant time; without a hash it takes the same time and is wrong, so that nobody can find out by a clock
   * which accounts there are.
   *
   * @param hash the PHC string of the account; undefined when there is no such account
   */
  async verify(password: string, hash: string | undefined): Promise<PasswordCheck> {
    if (password.length > LONGEST) return WRONG;
    const known = hash === undefined ? undefined : parsePasswordHash(hash);
    const wanted = known ?? this.#nobody;
    const tag = await this.#derive(password, wanted);
    const right = timingSafeEqual(tag, wanted.tag) && known !== undefined;
    return right ? { right, outdated: this.#isOutdated(known) } : WRONG;
  }

  #isOutdated({ memory, passes, parallelism }: PasswordHash): boolean {
    const work = this.#work;
    return memory !== work.memory || passes !== work.passes || parallelism !== work.parallelism;
  }

  #derive(password: string, { memory, passes, parallelism, salt, tag }: PasswordHash): Promise<Buffer> {
    // Keyboards differ in how they write the same letter (RFC 8265 §4.2).
    const message = password.normalize('NFC');
    const parameters = { message, nonce: salt, parallelism, tagLength: tag.length, memory, passes };
    return this.#turnstile.pass(
      () =>
        new Promise((resolve, reject) =>
          argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived))),
        ),
    );
  }
}

/**
 * Hashes one password as an account keeps it.
 *
 * @returns a PHC string, `$argon2id$…`
 *
 * @example
 * ```ts
 * import { hashPassword } from 'oriel/security';
 * const kept = await hashPassword('correct horse', { memory: 64, passes: 1 });
 * kept.startsWith('$argon2id$v=19$m=64,t=1,p=1$'); // => true
 * ```
 */
export function hashPassword(password: string, options?: PasswordOptions): Promise<string> {
  return new Passwords(options).hash(password);
}

const WRONG: PasswordCheck = Object.freeze({ right: false, outdated: false });
// Longer than any passphrase; what is longer still would be hashed at the expense of everybody else.
const LONGEST = 1_024;
