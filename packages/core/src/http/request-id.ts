/** Returns the request id that a client sent, if it is valid. */
export function parseRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && SANE_ID.test(sent) ? sent : undefined;
}

const SANE_ID = /^[\w.:@/+=-]{1,128}$/;

/**
 * Creates an id: 24 hexadecimal digits, from a random start per process and a counter. Unique across processes, and cheaper than a
 * UUID per request.
 */
export function createRequestId(): string {
  return PROCESS_ID + (counter++ >>> 0).toString(16).padStart(8, '0');
}

/** Creates the start of a process: 16 digits, every eighth a letter, so that redaction does not treat an id as a card number. */
export function processId(random: string): string {
  return random.replace(/(.{7})(.)/g, (_, rest: string, last: string) => rest + 'abcdef'[parseInt(last, 16) % 6]!);
}

const PROCESS_ID = processId(crypto.randomUUID().replaceAll('-', '').slice(0, 16));
let counter = 0;
