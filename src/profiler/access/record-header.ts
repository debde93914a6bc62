import { createHmac, timingSafeEqual } from 'node:crypto';
import { LEAST_KEY_BYTES, isLongEnoughKey } from './profiler-key.ts';

/** Asks that the request which carries it be recorded. */
export const RECORD_HEADER = 'x-debug-record';

/**
 * Makes the value of an `X-Debug-Record` header: until when it holds, and a signature made with the key of the profiler.
 * A request that carries it is recorded, whatever the setting `record` says; it opens nothing.
 *
 * @param key the key of the profiler's configuration, at least 32 bytes
 * @param seconds how long it holds, at most a day
 * @param now milliseconds since the epoch
 * @throws {RangeError} when it is to hold for no time, or for more than a day, or when the key is too short
 *
 * @example
 * ```ts
 * import { signRecordHeader } from 'oriel/profiler';
 * signRecordHeader('0123456789abcdef0123456789abcdef', 600, 1_795_000_000_000); // => '1795000600.2582fdf207a4853595273b614ad5b8ae273cfea2973b1c1c6c864899119eb4aa'
 * ```
 */
export function signRecordHeader(key: string, seconds = 600, now = Date.now()): string {
  if (!(seconds > 0 && seconds <= LONGEST))
    throw new RangeError(`A header that asks for recording holds from 1 to ${LONGEST} seconds, not ${seconds}`);
  if (!isLongEnoughKey(key))
    throw new RangeError(
      `The key of the profiler has ${Buffer.byteLength(key)} bytes; use at least ${LEAST_KEY_BYTES} random bytes`,
    );
  const until = String(Math.floor(now / 1000 + seconds));
  return `${until}.${signature(key, until)}`;
}

/** Was this header made with the key, and does it hold still? One that would hold for more than a day does not. */
export function isRecordHeader(value: string, key: string, now = Date.now()): boolean {
  return checkRecordHeader(value, key, now) === 'valid';
}

/** The same, distinguishing a header that was made with the key but no longer holds from one that was not. */
export function checkRecordHeader(value: string, key: string, now = Date.now()): 'valid' | 'expired' | 'forged' {
  const [, until, signed] = FORM.exec(value) ?? [];
  if (until === undefined || signed === undefined) return 'forged';
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(signature(key, until)))) return 'forged';
  const left = Number(until) - now / 1000;
  return left > 0 && left <= LONGEST + CLOCKS_DIFFER ? 'valid' : 'expired';
}

const FORM = /^(\d{10})\.([0-9a-f]{64})$/;
const LONGEST = 86_400;
const CLOCKS_DIFFER = 60;

// The same as `printf 'record %s' "$until" | openssl dgst -sha256 -hmac "$key"`.
function signature(key: string, until: string): string {
  return createHmac('sha256', key).update(`record ${until}`).digest('hex');
}
