import { createRequire } from 'node:module';

/** What not every host has, by the file that puts it together: with that file come its rooms and its listeners. */
interface Features {
  readonly health: typeof import('../features/health/create-health.ts');
  readonly limits: typeof import('../features/rate-limit/create-limits.ts');
  readonly locales: typeof import('../features/locale/create-locales.ts');
  readonly cors: typeof import('../features/cors/create-cors.ts');
  readonly hub: typeof import('../features/hub/create-hub.ts');
  readonly live: typeof import('../features/live/create-live.ts');
  readonly access: typeof import('../features/security/create-access.ts');
  readonly hardening: typeof import('../features/security-headers/create-security-headers.ts');
  readonly resources: typeof import('../features/resources/create-resources.ts');
  readonly security: typeof import('../features/security/create-security.ts');
  readonly csrf: typeof import('../features/session/create-csrf.ts');
  readonly sessions: typeof import('../features/session/create-sessions.ts');
}

/**
 * Loads a feature when a configuration has it. Modules are most of what a start costs, so a host loads none that it never
 * runs. At once and not by `import()`, because `defineHost` tells right away what is wrong.
 *
 * @throws {Error} when the files of the package are no longer where they were, as in a bundle
 */
export function loadFeature<Name extends keyof Features>(name: Name): Features[Name] {
  try {
    return require(`./${name}${EXTENSION}`) as Features[Name];
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      `What ${name} need is not beside ${import.meta.url}; leave "oriel" out of bundles, because it loads features on demand`,
      { cause: error },
    );
  }
}

const require = createRequire(import.meta.url);

// As TypeScript from source, as JavaScript when it is built.
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
