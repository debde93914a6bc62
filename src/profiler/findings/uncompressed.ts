import { finding } from './facts.ts';
import type { Rule } from './facts.ts';

const LARGE = 100_000;

/** A large text sent as it is to a client that would have taken it compressed. */
export const uncompressedRule: Rule = ({ summary, requestHeader, responseHeader }) => {
  const { bytes, status } = summary;
  const type = summary.contentType ?? '';
  if (
    bytes < LARGE ||
    status !== 200 ||
    summary.method === 'HEAD' ||
    !TEXT.test(type) ||
    type.startsWith('text/event-stream')
  )
    return undefined;
  const accepted =
    (requestHeader('accept-encoding') ?? '').match(/\b(?:zstd|br|gzip)\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/g) ?? [];
  const encoding = responseHeader('content-encoding') ?? 'identity';
  if (accepted.length === 0 || encoding !== 'identity' || /no-transform/.test(responseHeader('cache-control') ?? ''))
    return undefined;
  return finding(
    'uncompressed',
    'info',
    'response',
    `${Math.round(bytes / 1024)} KB of ${type.split(';', 1)[0]} were sent uncompressed, although the client takes ${accepted.join(', ')}`,
  );
};

const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:javascript|ld\+json|x-ndjson)|image\/svg)/i;
