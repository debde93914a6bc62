import { createRequire } from 'node:module';

/** The module that creates each optional feature. */
interface Features {
  readonly health: typeof import('../features/health/health.ts');
  readonly limits: typeof import('../features/rate-limit/feature.ts');
  readonly locales: typeof import('../features/locale/feature.ts');
  readonly cors: typeof import('../features/cors/feature.ts');
  readonly hub: typeof import('../features/hub/host-hub.ts');
  readonly live: typeof import('../features/live/feature.ts');
  readonly access: typeof import('../features/security/authorization-feature.ts');
  readonly hardening: typeof import('../features/security-headers/feature.ts');
  readonly resources: typeof import('../features/resources/feature.ts');
  readonly security: typeof import('../features/security/feature.ts');
  readonly csrf: typeof import('../features/session/csrf-feature.ts');
  readonly sessions: typeof import('../features/session/feature.ts');
}

const FILES: { readonly [Name in keyof Features]: string } = {
  health: 'health/health',
  limits: 'rate-limit/feature',
  locales: 'locale/feature',
  cors: 'cors/feature',
  hub: 'hub/host-hub',
  live: 'live/feature',
  access: 'security/authorization-feature',
  hardening: 'security-headers/feature',
  resources: 'resources/feature',
  security: 'security/feature',
  csrf: 'session/csrf-feature',
  sessions: 'session/feature',
};

/**
 * Loads a feature that the configuration uses. Loading modules is most of the cost of a start, so unused features are not
 * loaded. Synchronous, because `defineHost` reports configuration errors at once.
 *
 * @throws {Error} when the package's files have been moved, for example by a bundler
 */
export function loadFeature<Name extends keyof Features>(name: Name): Features[Name] {
  try {
    return require(`../features/${FILES[name]}${EXTENSION}`) as Features[Name];
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      `The feature "${name}" was not found beside ${import.meta.url}; exclude "oriel" from bundles, because it loads features on demand`,
      { cause: error },
    );
  }
}

const require = createRequire(import.meta.url);

// .ts when run from source, .js when built.
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
