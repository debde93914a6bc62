import { createRequire } from 'node:module';

/** Loads a module of `integrations/` when the configuration uses it. Synchronous, because hosts are created synchronously. */
export function loadIntegration<Exports>(file: string): Exports {
  return require(`../../integrations/${file}${EXTENSION}`) as Exports;
}

const require = createRequire(import.meta.url);

// .ts when run from source, .js when built.
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
