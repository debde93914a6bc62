/** Returns a new trace ID of W3C Trace Context: 32 random hexadecimal digits. */
export function createTraceId(): string {
  return randomHex(16);
}

/** Returns a new span ID of W3C Trace Context: 16 random hexadecimal digits. */
export function createSpanId(): string {
  return randomHex(8);
}

// One call fetches the randomness of many IDs.
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += bytes;
  const hex = pool.toString('hex', used - bytes, used);
  // An ID of zeros is invalid.
  return /[^0]/.test(hex) ? hex : randomHex(bytes);
}
