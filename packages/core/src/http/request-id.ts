/** Returns the request id that a client sent, if it is valid. */
export function parseRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && SANE_ID.test(sent) ? sent : undefined;
}

const SANE_ID = /^[\w.:@/+=-]{1,128}$/;

/**
 * Creates an id: 24 hexadecimal digits, from a random start per process and a counter. Unique across processes, and much cheaper
 * than a UUID per request: the last three digits come from a table, and the rest is created once per 4,096 requests.
 */
export function createRequestId(): string {
  const low = counter & 4095;
  if (low === 0) firstDigits = PROCESS_ID + ((counter >>> 12) & 0xfffff).toString(16).padStart(5, '0');
  counter++;
  return firstDigits + LAST_DIGITS[low]!;
}

/** Creates the start of a process: 16 digits, every eighth a letter, so that redaction does not treat an id as a card number. */
export function processId(random: string): string {
  return random.replace(/(.{7})(.)/g, (_, rest: string, last: string) => rest + 'abcdef'[parseInt(last, 16) % 6]!);
}

const PROCESS_ID = processId(crypto.randomUUID().replaceAll('-', '').slice(0, 16));
const LAST_DIGITS = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'));
let counter = 0;
let firstDigits = '';
