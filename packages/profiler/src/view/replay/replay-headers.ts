import type { HeaderLine } from '../../profile/profile.ts';
import type { PreparedReplay, ReplayEdits } from './prepare-replay.ts';
import { namesOrigin } from './replay-origin.ts';

/**
 * Returns the header lines that are sent, in the order and with the names of the recorded ones. `Host` is the origin, because another one
 * makes a proxy send the request elsewhere. The length is that of the body that is sent.
 *
 * @param message its `host` is the value of `Host` that the user wants
 * @param differences gets a sentence for each line that is not as recorded
 */
export function buildReplayHeaders(
  lines: readonly HeaderLine[],
  { method, origin, host, body }: Pick<PreparedReplay, 'method' | 'origin' | 'body'> & Pick<ReplayEdits, 'host'>,
  differences: string[],
): HeaderLine[] {
  const headers: HeaderLine[] = [];
  const sent = new Set<string>();
  const length = String(body?.length ?? 0);
  const upgrades = lines.some(([name]) => name.toLowerCase() === 'upgrade');
  for (const [name, value] of lines) {
    const kind = name.toLowerCase();
    if (isDroppedHeader(name) || (kind === 'connection' && upgrades)) differences.push(`${name} is left out.`);
    else if (kind === 'host') {
      if (sent.has('host')) differences.push('Further Host lines are left out.');
      else if (host === undefined && namesOrigin(value, origin)) headers.push([name, value]);
      else {
        if (host === undefined) differences.push(`Host is ${origin.host}, to which the request is sent.`);
        headers.push([name, host ?? origin.host]);
      }
    } else if (kind === 'transfer-encoding' || kind === 'content-length') {
      if (sent.has('length')) differences.push(`${name} is left out.`);
      else if (kind === 'content-length' && value === length) headers.push([name, value]);
      else {
        differences.push(
          kind === 'content-length'
            ? `Content-Length is ${length}, the length of the body that is sent.`
            : `Transfer-Encoding is replaced by Content-Length: ${length}.`,
        );
        headers.push([kind === 'content-length' ? name : 'Content-Length', length]);
      }
    } else headers.push([name, value]);
    sent.add(kind === 'transfer-encoding' || kind === 'content-length' ? 'length' : kind);
  }
  if (!sent.has('host')) {
    differences.push('Host is added as the first header: HTTP/1.1 requires it.');
    headers.unshift(['Host', host ?? origin.host]);
  }
  // Node.js adds Transfer-Encoding to other methods.
  if (!sent.has('length') && (body !== undefined || !WITHOUT_BODY.has(method))) {
    differences.push(`Content-Length: ${length} is added.`);
    headers.push(['Content-Length', length]);
  }
  if (!sent.has('connection') || upgrades) {
    differences.push('Connection: close is added.');
    headers.push(['Connection', 'close']);
  }
  return headers;
}

/** Returns whether a header is never sent again. */
export function isDroppedHeader(name: string): boolean {
  return DROPPED.has(name.toLowerCase());
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

// The trace and the signed demand are those of the recorded request. Trailers and upgrades are not recorded. With `Expect`, Node.js sends
// header values as UTF-8.
const DROPPED: ReadonlySet<string> = new Set([
  'traceparent',
  'tracestate',
  'x-debug-record',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
]);
