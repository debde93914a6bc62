import { createRequire } from 'node:module';

/**
 * Loads a module of this package that no other one imports, when the configuration of a host uses it. Synchronous, because
 * `defineHost` reports configuration errors at once.
 *
 * @param path the module, relative to this folder, without an extension
 * @throws {Error} if the files of the package were moved, for example by a bundler
 */
export function loadByName<Module>(path: string): Module {
  const file = `./${path}${EXTENSION}`;
  try {
    return require(file) as Module;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Not a package that the module imports.
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${file}'`)) throw error;
    throw new Error(
      `"${path}" was not found beside ${import.meta.url}; exclude "oriel-host" from bundles, because it loads features on demand`,
      { cause: error },
    );
  }
}

const require = createRequire(import.meta.url);

// .ts when run from source, .js when built.
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
