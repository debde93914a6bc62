/** What is wrong with a configured origin, and how to fix it. */
export interface OriginIssue {
  readonly reason: string;
  readonly fix: string;
}

/**
 * Returns true for an origin as browsers send it: scheme, host in lower-case ASCII, and optionally a port. Other values of
 * the `Origin` header are never matched against rules and never written into a response.
 */
export function isOrigin(text: string): boolean {
  return text.length <= MAX_CHARACTERS && ORIGIN.test(text);
}

/** Returns why no browser sends this text as its origin; undefined for a valid origin. */
export function validateOrigin(text: string): OriginIssue | undefined {
  if (!text.includes('://')) return { reason: NOT_AN_ORIGIN, fix: suggest(`https://${text}`) };
  if (/^file:/i.test(text)) return { reason: 'Pages loaded from files have the origin null', fix: 'Write "null"' };
  if (/^wss?:/i.test(text))
    return { reason: 'A WebSocket has the origin of its page', fix: suggest(text.replace(/^ws/i, 'http')) };
  const serialized = serializeOrigin(text);
  if (serialized === text && isOrigin(text)) return undefined;
  const reason = serialized === undefined ? NOT_AN_ORIGIN : 'Browsers do not write it like this';
  return { reason, fix: suggest(text) };
}

const MAX_CHARACTERS = 300;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,62})';
const ORIGIN = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]{0,30}://(?:${LABEL}(?:\.${LABEL}){0,126}\.?|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$`,
);

const NOT_AN_ORIGIN = 'It is not an origin';

function suggest(text: string): string {
  const serialized = serializeOrigin(text);
  return serialized !== undefined && isOrigin(serialized)
    ? `Write "${serialized}"`
    : 'Write scheme, host and optionally a port, such as "https://app.example.com"';
}

// `URL` returns the origin "null" for schemes that the web does not define, such as those of browser extensions.
function serializeOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, host } = new URL(text);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** Compiles a pattern for all subdomains (`https://*.example.com`) or all ports (`http://localhost:*`) into a predicate. */
export function compileOriginPattern(pattern: string): (origin: string) => boolean {
  const source = pattern
    .replace(/[.[\]+]/g, String.raw`\$&`)
    .replace('://*', String.raw`://[a-z0-9_-]+(?:\.[a-z0-9_-]+)*`)
    .replace(/:\*$/, String.raw`(?::\d+)?`);
  const expression = new RegExp(`^${source}$`);
  return (origin) => expression.test(origin);
}

/** Returns why a pattern is invalid or allows more than it should; undefined for a valid pattern. */
export function validateOriginPattern(pattern: string): OriginIssue | undefined {
  const [, scheme, name] = /^([^:]*:\/\/)(?:\*\.)?([^*]*?)(?::\*)?$/.exec(pattern) ?? [];
  if (scheme === undefined || name === undefined)
    return { reason: 'A * may only replace all subdomains or the port', fix: EXAMPLES };
  const found = validateOrigin(`${scheme}${name}`);
  if (found) return { reason: found.reason, fix: EXAMPLES };
  const host = new URL(`${scheme}${name}`).hostname;
  const hasSubdomains = pattern.includes('://*.');
  // Anyone can register a name below a top-level domain.
  if (hasSubdomains && !host.includes('.') && host !== 'localhost')
    return { reason: `Anyone can register a name below "${host}"`, fix: TWO_LABELS };
  if (hasSubdomains && ADDRESS.test(host)) return { reason: 'An IP address has no subdomains', fix: EXAMPLES };
  return undefined;
}

const EXAMPLES = 'Write "https://*.example.com", "http://localhost:*", or "*" alone for every origin';
const TWO_LABELS = 'Write at least two labels: https://*.example.com';
const ADDRESS = /^\[|^[\d.]+$/;
