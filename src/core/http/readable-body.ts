import { UnsupportedMediaTypeError } from './errors.ts';
import { parseMediaType } from './headers/media-type.ts';
import type { RequestHeaders } from './incoming-request.ts';

/**
 * Rejects a body with an unsupported content coding, and text in another encoding than UTF-8, which would otherwise be
 * decoded incorrectly without an error.
 *
 * @throws {UnsupportedMediaTypeError} 415; with `Accept-Encoding` if the coding is the reason (RFC 9110 §12.5.3)
 */
export function assertReadable(headers: RequestHeaders, contentType: string): void {
  const coding = headers.get('content-encoding');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new UnsupportedMediaTypeError(`A body coded as "${coding.slice(0, 50)}" is not read here; send it as it is`, {
      type: '/problems/unsupported-content-coding',
      headers: { 'Accept-Encoding': 'identity' },
    });
  if (!contentType.includes(';')) return;
  const charset = parseMediaType(contentType)?.parameters.get('charset');
  if (charset !== undefined && !READ.has(charset.toLowerCase()))
    throw new UnsupportedMediaTypeError(`Text in "${charset.slice(0, 50)}" is not read here; send UTF-8`, {
      type: '/problems/unsupported-charset',
    });
}

const READ: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);
