import { memoizeText, parseCookies } from 'oriel-core/http';
import { SecretNames, splitName } from 'oriel-core/redaction';
import type { RecordedExchange, RecordedResponseHead } from '../recorded-exchange.ts';

/**
 * Returns the text that distinguishes the visitor of a request: the session cookie, otherwise the `Authorization` header, otherwise
 * the session cookie that the response sets. It is a secret. Undefined if there is none, as for most first requests of a visitor.
 */
export function findCredential(
  headers: RecordedExchange['headers'],
  responseHeaders: RecordedResponseHead['headers'],
): string | undefined {
  const header = headers.get('cookie');
  const cookie = header === undefined ? undefined : findSessionCookie(parseCookies(header).slice(0, MAX_COOKIES));
  return (
    cookie ??
    readAuthorization(headers.get('authorization')) ??
    (responseHeaders.get(SET_COOKIE) === undefined ? undefined : findSessionCookie(listSetCookies(responseHeaders)))
  );
}

// Of several cookies, the one of a session is preferred to a token, and then the one whose name sorts first: another cookie that a
// login adds should not make a new visitor.
function findSessionCookie(cookies: Iterable<readonly [name: string, value: string]>): string | undefined {
  let found: { readonly rank: Rank; readonly name: string; readonly value: string } | undefined;
  for (const [name, value] of cookies) {
    const rank = rankCookie(name);
    if (rank === 'other' || value === '' || value === '""') continue;
    if (found === undefined || (rank === found.rank ? name < found.name : rank === 'session'))
      found = { rank, name, value };
  }
  return found && `cookie ${found.name}=${found.value.slice(0, MAX_LENGTH)}`;
}

type Rank = 'session' | 'token' | 'other';

const rankCookie = memoizeText(
  (name): Rank => {
    const words = splitName(name);
    if (words.some((word) => CHANGING.has(word))) return 'other';
    if (words.at(-1) !== 'sess' && NAMES.classify(name) === 'harmless') return 'other';
    return words.some((word) => SESSIONS.has(word)) ? 'session' : 'token';
  },
  { entries: 200, length: 100 },
);

const NAMES = new SecretNames({});
const SESSIONS: ReadonlySet<string> = new Set(['session', 'sess', 'sid', 'sessid']);
// Tokens against CSRF, signatures and refresh tokens change within a session, and so do the sessions of one analytics service.
const CHANGING: ReadonlySet<string> = new Set(['csrf', 'xsrf', 'sig', 'signature', 'refresh', 'nonce', 'hj']);

// Other schemes sign each request, so that the header differs in each of them.
function readAuthorization(header: string | undefined): string | undefined {
  return header !== undefined && CONSTANT_SCHEME.test(header)
    ? `authorization ${header.slice(0, MAX_LENGTH)}`
    : undefined;
}

const CONSTANT_SCHEME = /^(?:basic|bearer|token|apikey) +\S/i;
// Names that were not seen before take time.
const MAX_COOKIES = 100;
// Browsers accept no longer cookies (RFC 6265bis §5.7).
const MAX_LENGTH = 4_096;

function* listSetCookies(headers: RecordedResponseHead['headers']): Generator<readonly [name: string, value: string]> {
  for (const [name, line] of headers) {
    if (name.length !== SET_COOKIE.length || name.toLowerCase() !== SET_COOKIE) continue;
    const [pair] = parseCookies(line);
    if (pair !== undefined) yield pair;
  }
}

const SET_COOKIE = 'set-cookie';
