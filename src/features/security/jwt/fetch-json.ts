/**
 * Fetches a small JSON document of an issuer: within a time, within 256 KiB, and from nowhere else than asked.
 *
 * @throws {Error} naming the address and what came instead
 */
export async function fetchJson(url: string, timeout: number, init: RequestInit = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(timeout);
  // A redirect could lead to an address that nobody has checked.
  const response = await fetch(url, { headers: { Accept: 'application/json' }, ...init, redirect: 'error', signal });
  const text = await readBounded(response, url);
  if (!response.ok) throw new FetchError(`${url} answered ${response.status}`, response.status);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${url} answered with something else than JSON`, { cause });
  }
}

/** Somebody answered, but not with what was asked for. */
export class FetchError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'FetchError';
    this.status = status;
  }
}

async function readBounded(response: Response, url: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) throw new Error(`${url} answered with more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const MOST_BYTES = 262_144;
