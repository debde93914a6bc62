import { hasProxy } from 'oriel-core/trace';

/**
 * Returns the user that an application has logged in. Reads data properties only, so that no code of the application runs.
 *
 * @param sources the context of the framework and the request of Node.js
 * @param paths where the application keeps its user, such as `auth.account`; searched before the places that libraries use
 */
export function findUser(sources: readonly object[], paths: readonly string[] = []): unknown {
  for (const path of paths)
    for (const source of sources) {
      const value = readPath(source, path.split('.'));
      if (isPresent(value)) return value;
    }
  const roots = sources.map((source) => (hasProxy(source) ? [] : ROOTS.filter((root) => root in source)));
  if (roots.every((found) => found.length === 0)) return undefined;
  for (const { names, accepts } of LIBRARY_PATHS)
    for (const [index, source] of sources.entries()) {
      if (!roots[index]!.includes(names[0]!)) continue;
      const value = readPath(source, names);
      if (isPresent(value) && accepts(value)) return value;
    }
  return undefined;
}

interface LibraryPath {
  readonly names: readonly string[];
  readonly accepts: (value: unknown) => boolean;
}

// The members are those of Passport, Koa, SvelteKit and Astro, Express, GraphQL servers, sessions, hapi, express-jwt,
// express-oauth2-jwt-bearer, Directus and tRPC. Those that have other meanings as well must identify someone.
const LIBRARY_PATHS: readonly LibraryPath[] = [
  ...define(isUser, 'user', 'currentUser', 'state.user', 'locals.user', 'res.locals.user', 'context.user'),
  ...define(isUser, 'session.user', 'session.passport.user', 'state.session.user', 'locals.session.user'),
  ...define(isUser, 'auth.user', 'auth.credentials', 'context.auth.user', 'context.session.user'),
  ...define(hasIdentity, 'auth.payload', 'auth', 'accountability', 'context.currentUser', 'locals.auth'),
  ...define(hasClaims, 'payload', 'jwtPayload', 'state.jwtPayload', 'jwt'),
];

const ROOTS = [...new Set(LIBRARY_PATHS.map(({ names }) => names[0]!))];

function define(accepts: LibraryPath['accepts'], ...paths: readonly string[]): LibraryPath[] {
  return paths.map((path) => ({ names: path.split('.'), accepts }));
}

function readPath(source: object, names: readonly string[]): unknown {
  let value: unknown = source;
  for (const name of names) {
    value = readData(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

// A getter may be slow, throw, or log someone in.
function readData(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || hasProxy(value) || !(name in value)) return undefined;
  for (let owner: unknown = value; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (property) return property.value;
  }
  return undefined;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'function';
}

function isUser(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'string' || typeof value === 'number';
}

function hasIdentity(value: unknown): boolean {
  return IDENTITIES.some((name) => isPresent(readData(value, name)));
}

const IDENTITIES = ['id', 'sub', 'user', 'userId', 'user_id', 'username', 'email'];

function hasClaims(value: unknown): boolean {
  return isPresent(readData(value, 'sub')) || (hasIdentity(value) && typeof readData(value, 'iat') === 'number');
}
