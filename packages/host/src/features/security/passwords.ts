import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { formatPasswordHash, parsePasswordHash } from './phc-string.ts';
import type { PasswordHash } from './phc-string.ts';
import { callback, number, withDefaults } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { ServiceUnavailableError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** How passwords are hashed and verified. The defaults are those that OWASP recommends for argon2id. */
export interface PasswordOptions {
  /**
   * Memory of one hash.
   * @default 19_456
   * @unit KiB
   */
  readonly memory?: number;
  /**
   * The number of passes of argon2id.
   * @default 2
   * @unit passes
   */
  readonly passes?: number;
  /**
   * Verifies hashes that are not argon2id, such as bcrypt or scrypt hashes of another application. After a login with
   * such a hash, the password is hashed with argon2id and passed to `rehash()` of the user provider.
   * @default such hashes are invalid
   */
  readonly verify?: VerifyHash;
}

/** Returns true if the password, as the user typed it, belongs to the hash. A hash of an unknown format is `false`. */
export type VerifyHash = (password: string, hash: string) => boolean | PromiseLike<boolean>;

// OWASP recommends at least 7 MiB. Tests may hash with hashPassword(…, { memory: 64 }).
export const PASSWORD_SETTINGS = {
  memory: number({ default: 19_456, minimum: 7_168, maximum: 1_048_576, code: 'ORIEL_SECURITY_PASSWORDS' }),
  passes: number({ default: 2, minimum: 1, maximum: 64, code: 'ORIEL_SECURITY_PASSWORDS' }),
  verify: callback({ fix: 'Set a function (password, hash) => boolean' }),
} satisfies Settings<PasswordOptions>;

/** The result of verifying a password. */
export interface PasswordCheck {
  readonly right: boolean;
  /** True if the hash has another algorithm or other parameters than new hashes: hash the password again. */
  readonly outdated: boolean;
}

/** Hashes and verifies passwords with argon2id. Each hash takes memory on purpose, so few are computed at the same time. */
export class Passwords {
  readonly #parameters: Pick<PasswordHash, 'memory' | 'passes' | 'parallelism'>;
  readonly #limit: ReturnType<typeof createTaskLimiter>;
  readonly #verifyOther: VerifyHash | undefined;
  /** Verified if there is no account, so that the response takes the same time. */
  readonly #placeholder: PasswordHash;

  /**
   * @param maxRunning the number of hashes that are computed at the same time
   * @param maxWaiting the number of logins that may wait; further ones get 503
   */
  constructor(options: PasswordOptions = {}, maxRunning = 4, maxWaiting = 64) {
    const { memory, passes, verify } = withDefaults(PASSWORD_SETTINGS, options);
    this.#parameters = { memory, passes, parallelism: 1 };
    this.#limit = createTaskLimiter(maxRunning, maxWaiting);
    this.#verifyOther = verify;
    this.#placeholder = { ...this.#parameters, salt: randomBytes(16), tag: randomBytes(32) };
  }

  /** Returns the hash of a password as a PHC string, which is stored with the account. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.#derive(password, { ...this.#parameters, salt, tag: Buffer.alloc(32) });
    return formatPasswordHash({ ...this.#parameters, salt, tag });
  }

  /**
   * Compares a password with a hash in constant time. Without a hash it takes the same time and fails, so that the time of a
   * response does not reveal which accounts exist.
   *
   * @param hash the hash of the account; undefined if there is no such account
   * @throws {ServiceUnavailableError} 503 if too many passwords are being hashed
   */
  async verify(password: string, hash: string | undefined): Promise<PasswordCheck> {
    if (password.length > MAX_LENGTH) return WRONG;
    const known = hash === undefined ? undefined : parsePasswordHash(hash);
    const verifyOther = this.#verifyOther;
    if (known === undefined && hash !== undefined && verifyOther !== undefined) {
      const right = await this.#limit(async () => await verifyOther(password, hash));
      return right === true ? { right, outdated: true } : WRONG;
    }
    const wanted = known ?? this.#placeholder;
    const tag = await this.#derive(password, wanted);
    const right = timingSafeEqual(tag, wanted.tag) && known !== undefined;
    return right ? { right, outdated: this.#isOutdated(known) } : WRONG;
  }

  #isOutdated({ memory, passes, parallelism }: PasswordHash): boolean {
    const current = this.#parameters;
    return memory !== current.memory || passes !== current.passes || parallelism !== current.parallelism;
  }

  #derive(password: string, { memory, passes, parallelism, salt, tag }: PasswordHash): Promise<Buffer> {
    // Keyboards differ in how they encode the same letter (RFC 8265 §4.2).
    const message = password.normalize('NFC');
    // Deno and Node.js before 24.7 have no such export, and a host that hashes no passwords runs there.
    const argon2 = crypto.argon2 as typeof crypto.argon2 | undefined;
    if (argon2 === undefined)
      return Promise.reject(
        new Error(
          '"argon2" is missing in node:crypto of this runtime, so passwords cannot be hashed; use Node.js 24.7 or later',
        ),
      );
    const parameters = { message, nonce: salt, parallelism, tagLength: tag.length, memory, passes };
    return this.#limit(
      () =>
        new Promise((resolve, reject) =>
          argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived))),
        ),
    );
  }
}

/**
 * Hashes a password with argon2id.
 *
 * @param options parameters of argon2id; `memory` is KiB
 * @returns a PHC string, `$argon2id$…`, which is stored with the account
 *
 * @example
 * ```ts
 * import { hashPassword } from 'oriel-host/security';
 * const hash = await hashPassword('correct horse', { memory: 64, passes: 1 });
 * hash.startsWith('$argon2id$v=19$m=64,t=1,p=1$'); // => true
 * ```
 */
export function hashPassword(password: string, options?: PasswordOptions): Promise<string> {
  return new Passwords(options).hash(password);
}

const WRONG: PasswordCheck = Object.freeze({ right: false, outdated: false });
// Longer than any passphrase. Hashing longer ones would slow down other logins.
const MAX_LENGTH = 1_024;

/** Returns a function that runs a task as soon as a slot is free. It rejects with 503 if too many tasks are waiting. */
function createTaskLimiter(maxRunning: number, maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < maxRunning) running++;
    else {
      if (waiting.length >= maxWaiting) throw tooBusy();
      // A finished task passes its slot to the next one in the queue, so a new task cannot take it.
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function tooBusy(): ServiceUnavailableError {
  return new ServiceUnavailableError(message('login.too-many-passwords'), {
    type: '/problems/busy',
    code: 'ORIEL_PASSWORDS_BUSY',
    headers: { 'Retry-After': '5' },
  });
}
