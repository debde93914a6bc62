import { coveredMethods, describeMethods } from '../../core/http/reads.ts';
import { matchesHostPattern } from '../../core/http/authority.ts';
import type { Authentication } from '../../core/http/authentication.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { Authenticator } from './authenticator.ts';
import { challengesOf } from './challenge.ts';

/** Which requests a firewall is responsible for, and how they prove who is asking. */
export interface FirewallDefinition {
  readonly name: string;
  /** Paths with all below: `/api` covers `/api`, `/api/cities` and `/api.json`. Left out, every path. */
  readonly path?: string | readonly string[];
  /** Host names; `*.example.com` for all below. Left out, every host. */
  readonly host?: string | readonly string[];
  /** Methods; GET and QUERY include every other safe method, such as HEAD. Default: every method. */
  readonly methods?: readonly string[];
  /** Asked in this order; the first that finds credentials of its kind decides. */
  readonly authenticators?: readonly Authenticator[];
  /** May requests without credentials pass? Default false. Wrong credentials never do. */
  readonly anonymous?: boolean;
  /** The name of the protected space in challenges. Default the title of the host. */
  readonly realm?: string;
}

/** One firewall as it stands: what it covers, whom it asks, and what it says of those it lets through. */
export class Firewall {
  readonly name: string;
  readonly authenticators: readonly Authenticator[];
  readonly allowsAnonymous: boolean;
  readonly realm: string;
  readonly challenge: string;
  /** What holds for anonymous requests; the same object for all of them. */
  readonly anonymous: Authentication;
  readonly #byAuthenticator: ReadonlyMap<Authenticator, Authentication>;
  readonly #paths: readonly string[] | undefined;
  readonly #hosts: readonly string[] | undefined;
  readonly #methods: ReadonlySet<string> | undefined;
  readonly #described: string | undefined;

  constructor(definition: FirewallDefinition, title: string) {
    const { name, path, host, methods, authenticators = [], anonymous = false, realm = title } = definition;
    this.name = name;
    this.authenticators = authenticators;
    this.allowsAnonymous = anonymous;
    this.realm = realm;
    this.challenge = challengesOf(authenticators, realm);
    const base = { firewall: name, challenge: this.challenge, vary: headersOf(authenticators) };
    this.anonymous = Object.freeze({ ...base, by: undefined, ambient: false, cookie: false });
    this.#byAuthenticator = new Map(
      authenticators.map((each) => [
        each,
        Object.freeze({ ...base, by: each.name, ambient: isAmbient(each), cookie: usesCookie(each) }),
      ]),
    );
    this.#paths = path === undefined ? undefined : listOf(path).map(withoutSlash);
    this.#hosts = host === undefined ? undefined : listOf(host).map((each) => each.toLowerCase());
    this.#methods = methods && coveredMethods(methods);
    this.#described = methods && `the method ${describeMethods(methods)}`;
  }

  /** What holds for those that `authenticator` vouches for. */
  authenticationBy(authenticator: Authenticator): Authentication {
    return this.#byAuthenticator.get(authenticator)!;
  }

  /** @param path as the router compares it: decoded once (`comparablePath`) */
  covers(context: HttpContext, path: string): boolean {
    if (this.#paths !== undefined && !this.#paths.some((each) => isWithin(path, each))) return false;
    if (this.#methods !== undefined && !this.#methods.has(context.method.toUpperCase())) return false;
    return this.#hosts === undefined || this.#hosts.some((each) => isHost(context.host, each));
  }

  /** What it covers, in words. */
  get scope(): string {
    const parts = [
      this.#paths && `the path ${this.#paths.map((each) => each || '/').join(' or ')}`,
      this.#hosts && `the host ${this.#hosts.join(' or ')}`,
      this.#described,
    ].filter((each) => each !== undefined);
    return parts.length > 0 ? parts.join(', ') : 'everything';
  }
}

/** The first firewall that covers a request. @param path as the router compares it */
export function firewallFor(firewalls: readonly Firewall[], context: HttpContext, path: string): Firewall | undefined {
  for (let i = 0; i < firewalls.length; i++) if (firewalls[i]!.covers(context, path)) return firewalls[i];
  return undefined;
}

function headersOf(authenticators: readonly Authenticator[]): string {
  const own = authenticators.flatMap(({ header }) => header ?? []);
  return [...new Set([...PROOFS, ...own])].join(', ');
}

// Names are chosen freely, so the kind of credentials decides. The only ambient credentials that are no cookies are those that
// browsers repeat in an Authorization header.
function usesCookie(authenticator: Authenticator): boolean {
  const { needs = [], scheme = '' } = authenticator;
  return isAmbient(authenticator) && (needs.includes('sessions') || !REPEATED_SCHEMES.test(scheme));
}

// An authenticator around another one, such as sessionLogin(), may forget to repeat what that one states.
function isAmbient({ ambient, needs = [] }: Authenticator): boolean {
  return ambient ?? needs.includes('sessions');
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

/** A point begins a suffix that asks for a format, and what has one is the same thing: `/cities.json`. */
function isWithin(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const next = path.charCodeAt(prefix.length);
  return path.length === prefix.length || next === SLASH || next === POINT;
}

// A name answers with a point at its end and with `www.` in front as well, so these must not lead around a firewall.
function isHost(host: string, pattern: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (matchesHostPattern(name, pattern)) return true;
  return name.startsWith('www.') && matchesHostPattern(name.slice(4), pattern);
}

const REPEATED_SCHEMES = /^(?:basic|digest|negotiate|ntlm)$/i;
const PROOFS = ['Authorization', 'Cookie'];
const SLASH = 47;
const POINT = 46;
