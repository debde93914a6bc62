import type { Authentication, HttpContext } from 'oriel-core/http';
import { isWithinPath, trimPathPrefix } from '../../routing/request-path.ts';
import type { Authenticator, Refusal } from './authenticator.ts';
import { matchesHost } from './scope-patterns.ts';

/** The requests that a firewall covers, and how their users are authenticated. */
export interface FirewallDefinition<Each extends Authenticator = Authenticator> {
  /** The name in logs and in the profiler. */
  readonly name: string;
  /**
   * Path prefixes: `/api` covers `/api`, `/api/cities` and `/api.json`.
   * @default every path
   */
  readonly path?: string | readonly string[];
  /**
   * Host names; `*.example.com` covers all subdomains.
   * @default every host
   */
  readonly host?: string | readonly string[];
  /**
   * Called in this order; the first one that finds credentials of its kind decides.
   * @default []
   */
  readonly authenticators?: readonly Each[];
  /**
   * True if requests without credentials pass. Invalid credentials are always rejected.
   * @default false
   */
  readonly anonymous?: boolean;
  /**
   * The name of the protected space in challenges.
   * @default the title of the host
   */
  readonly realm?: string;
}

/** A firewall of a running host. */
export type Firewall = ReturnType<typeof createFirewall>;

/** Creates a firewall. @param title the realm of challenges if the definition has none */
export function createFirewall(definition: FirewallDefinition, title: string) {
  const { name, path, host, authenticators = [], anonymous = false, realm = title } = definition;
  const challenge = getChallenges(authenticators, realm);
  const common = { firewall: name, challenge, vary: getHeaders(authenticators) };
  const byAuthenticator = new Map<Authenticator, Authentication>(
    authenticators.map((authenticator) => [
      authenticator,
      Object.freeze({
        ...common,
        by: authenticator.name,
        ambient: isAmbient(authenticator),
        cookie: usesCookie(authenticator),
      }),
    ]),
  );
  const paths = path === undefined ? undefined : [path].flat().map(trimPathPrefix);
  const hosts = host === undefined ? undefined : [host].flat().map((text) => text.toLowerCase());
  const scope = [
    ...(paths ? [`the path ${paths.map((text) => text || '/').join(' or ')}`] : []),
    ...(hosts ? [`the host ${hosts.join(' or ')}`] : []),
  ].join(', ');
  return {
    name,
    authenticators,
    allowsAnonymous: anonymous,
    realm,
    challenge,
    /** The covered requests in words. */
    scope: scope || 'everything',
    /** The authentication of all anonymous requests. */
    anonymous: Object.freeze<Authentication>({ ...common, by: undefined, ambient: false, cookie: false }),
    /** Returns the authentication of users of an authenticator. */
    authenticationBy: (authenticator: Authenticator): Authentication => byAuthenticator.get(authenticator)!,
    /** Returns true if the firewall covers a request. @param requestPath decoded once, as the router compares it (`comparablePath`) */
    covers(context: HttpContext, requestPath: string): boolean {
      if (paths !== undefined && !paths.some((prefix) => isWithinPath(requestPath, prefix))) return false;
      return hosts === undefined || hosts.some((pattern) => matchesHost(context.host, pattern));
    },
  };
}

/** Returns the first firewall that covers a request. @param path as the router compares it */
export function firewallFor(firewalls: readonly Firewall[], context: HttpContext, path: string): Firewall | undefined {
  for (let i = 0; i < firewalls.length; i++) if (firewalls[i]!.covers(context, path)) return firewalls[i];
  return undefined;
}

function getHeaders(authenticators: readonly Authenticator[]): string {
  const headers = authenticators.flatMap(({ header }) => header ?? []);
  return [...new Set([...CREDENTIAL_HEADERS, ...headers])].join(', ');
}

// The name of an authenticator is arbitrary, so the type of the credentials decides. The only ambient credentials that are not
// cookies are those that browsers repeat in an Authorization header.
function usesCookie(authenticator: Authenticator): boolean {
  const { needs = [], scheme = '' } = authenticator;
  return isAmbient(authenticator) && (needs.includes('sessions') || !REPEATED_SCHEMES.test(scheme));
}

// An authenticator that wraps another one, such as sessionLogin(), may not repeat its `ambient`.
function isAmbient({ ambient, needs = [] }: Authenticator): boolean {
  return ambient ?? needs.includes('sessions');
}

const REPEATED_SCHEMES = /^(?:basic|digest|negotiate|ntlm)$/i;
const CREDENTIAL_HEADERS = ['Authorization', 'Cookie'];

/**
 * Formats the challenges of a firewall for `WWW-Authenticate` (RFC 9110 §11.6.1), one for each authenticator with a scheme. The
 * challenge of the authenticator that refused has the parameters `error` and `error_description` (RFC 6750 §3).
 */
export function getChallenges(
  authenticators: readonly Authenticator[],
  realm: string,
  refused?: { readonly by: Authenticator; readonly refusal: Refusal },
): string {
  const seen = new Set<string>();
  const challenges: string[] = [];
  for (const authenticator of authenticators) {
    if (authenticator.scheme === undefined) continue;
    const reason = authenticator === refused?.by ? errorParameters(refused.refusal) : {};
    const challenge = `${authenticator.scheme} ${parameters({ realm, ...authenticator.parameters, ...reason })}`;
    if (!seen.has(challenge)) challenges.push(challenge);
    seen.add(challenge);
  }
  // A response 401 must have a challenge (RFC 9110 §15.5.2), even if the only credentials are cookies.
  return challenges.length > 0 ? challenges.join(', ') : `Session ${parameters({ realm })}`;
}

function errorParameters({ error, detail }: Refusal): Record<string, string> {
  return error === undefined ? {} : { error, error_description: String(detail) };
}

function parameters(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${quoted(value)}"`)
    .join(', ');
}

// RFC 6750 allows neither quotes nor backslashes in error_description, and headers only have ASCII.
function quoted(value: string): string {
  return value.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
