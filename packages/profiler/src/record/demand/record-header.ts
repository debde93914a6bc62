import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseDuration } from 'oriel-core/http';
import type { Duration, DurationRange } from 'oriel-core/http';
import { MIN_KEY_BYTES, isLongEnoughKey } from './profiler-key.ts';
import { Date } from 'oriel-core/builtins';

/** The request header that requests recording. */
export const RECORD_HEADER = 'x-debug-record';

/**
 * Creates the value of an `X-Debug-Record` header: the time until which it is valid, signed with the key of the profiler.
 * A request with this header is recorded regardless of the setting `record`. It does not grant access to the profiler.
 *
 * @param key the key of the profiler's configuration, at least 32 bytes
 * @param lifetime how long it is valid, from a second to a day
 * @param now milliseconds since the epoch
 * @throws {TypeError} if the lifetime is invalid
 * @throws {RangeError} if the key is too short
 *
 * @example
 * ```ts
 * import { signRecordHeader } from 'oriel';
 * signRecordHeader('0123456789abcdef0123456789abcdef', '10 min', 1_795_000_000_000); // => '1795000600.2582fdf207a4853595273b614ad5b8ae273cfea2973b1c1c6c864899119eb4aa'
 * ```
 */
export function signRecordHeader(key: string, lifetime: Duration = '10 min', now = Date.now()): string {
  const milliseconds = parseDuration(lifetime, 'The lifetime of the header', RECORD_HEADER_LIFETIME);
  if (!isLongEnoughKey(key))
    throw new RangeError(
      `The key of the profiler has ${Buffer.byteLength(key)} bytes; use at least ${MIN_KEY_BYTES} random bytes`,
    );
  const until = String(Math.floor((now + milliseconds) / 1000));
  return `${until}.${signature(key, until)}`;
}

/** How long a header may be valid. */
export const RECORD_HEADER_LIFETIME: DurationRange = { minimum: 1_000, maximum: 86_400_000, wholeSeconds: true };

/** Returns whether a header was signed with the key and is valid now. A validity of more than a day is rejected. */
export function isRecordHeader(value: string, key: string, now = Date.now()): boolean {
  const [, until, signed] = PATTERN.exec(value) ?? [];
  if (until === undefined || signed === undefined) return false;
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(signature(key, until)))) return false;
  const remaining = Number(until) - now / 1000;
  return remaining > 0 && remaining <= LONGEST + MAX_CLOCK_SKEW;
}

/**
 * Returns a function that checks whether a request has a valid signed header that demands its recording. Without a key, no
 * header is valid.
 */
export function createRecordDemand(key: string | undefined): (request: DemandingRequest) => boolean {
  if (key === undefined || key === '') return () => false;
  // A request is checked several times.
  const checked = new WeakMap<DemandingRequest, boolean>();
  return (request) => {
    const asked = request.headers.get(RECORD_HEADER);
    if (asked === undefined) return false;
    let isSigned = checked.get(request);
    if (isSigned === undefined) checked.set(request, (isSigned = isRecordHeader(asked, key)));
    return isSigned;
  };
}

/** What is read of a request to decide whether its client knows the key. */
interface DemandingRequest {
  readonly headers: { get(name: string): string | undefined };
}

const PATTERN = /^(\d{10})\.([0-9a-f]{64})$/;
const LONGEST = 86_400;
const MAX_CLOCK_SKEW = 60;

// The same as `printf 'record %s' "$until" | openssl dgst -sha256 -hmac "$key"`.
function signature(key: string, until: string): string {
  return createHmac('sha256', key).update(`record ${until}`).digest('hex');
}
