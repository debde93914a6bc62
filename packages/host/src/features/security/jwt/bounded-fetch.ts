/**
 * Fetches a document of an issuer. Redirects are errors, because they could lead to an unchecked address.
 *
 * @returns the response with its body read
 * @throws {Error} if the body is larger than 256 KiB, or if the request fails
 */
export async function boundedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { headers: { Accept: 'application/json' }, ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`${url} responded with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, headers });
}

const MAX_BYTES = 262_144;
