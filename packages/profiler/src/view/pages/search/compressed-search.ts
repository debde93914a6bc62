import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Replaces a long search (`q`) in the parameters of an address by a compressed one (`z`). Proxies with default buffers reject request
 * lines of more than 8 KB and response headers of more than 4 KB, and a redirect to a list contains its search.
 */
export function compressSearch(parameters: URLSearchParams): URLSearchParams {
  const text = parameters.get('q');
  if (text === null || text.length <= MAX_PLAIN_LENGTH) return parameters;
  const packed = new URLSearchParams(parameters);
  packed.delete('q');
  packed.set('z', deflateRawSync(text).toString('base64url'));
  return packed;
}

/** Restores the search that {@link compressSearch} compressed. An invalid `z` is not changed. */
export function decompressSearch(parameters: URLSearchParams): URLSearchParams {
  const packed = parameters.get('z');
  if (packed === null || parameters.has('q')) return parameters;
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_BYTES }).toString();
    const plain = new URLSearchParams(parameters);
    plain.delete('z');
    plain.set('q', text);
    return plain;
  } catch {
    return parameters;
  }
}

const MAX_PLAIN_LENGTH = 500;
// The search language reads 4,096 characters; one more has to arrive so that the limit is reported.
const MAX_BYTES = 16_384;
