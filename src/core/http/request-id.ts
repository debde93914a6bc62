/** The id that a client gave its request, when it is a sane one. */
export function parseRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && SANE_ID.test(sent) ? sent : undefined;
}

const SANE_ID = /^[\w.:@/+=-]{1,128}$/;

/**
 * A new id: 24 hexadecimal digits, a random start for each process and a counter. Unique across processes, and far cheaper than
 * a UUID per request: the last three digits come from a table, the rest of the text is made once in 4,096 requests.
 */
export function createRequestId(): string {
  const low = counter & 4095;
  if (low === 0) firstDigits = PROCESS_ID + ((counter >>> 12) & 0xfffff).toString(16).padStart(5, '0');
  counter++;
  return firstDigits + LAST_DIGITS[low]!;
}

/** The start of a process: 16 digits, every eighth a letter, so that redaction takes no id for what could be the number of a card. */
export function processId(random: string): string {
  return random.replace(/(.{7})(.)/g, (_, rest: string, last: string) => rest + 'abcdef'[parseInt(last, 16) % 6]!);
}

const PROCESS_ID = processId(crypto.randomUUID().replaceAll('-', '').slice(0, 16));
const LAST_DIGITS = Array.from({ length: 4096 }, (_, i) => i.toString(16).padStart(3, '0'));
let counter = 0;
let firstDigits = '';
