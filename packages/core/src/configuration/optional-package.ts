import { createRequire } from 'node:module';

/**
 * Finds an optional peer dependency, and loads it on first use.
 *
 * @param name the package, such as `jose`
 * @param usedBy what needs the package, such as `bearer()`
 * @returns a function that returns the exports of the package
 * @throws {Error} if the package is not installed; the message has the command that installs it
 */
export function optionalPackage<Exports>(name: string, usedBy: string): () => Exports {
  try {
    require.resolve(name);
  } catch (cause) {
    throw new Error(`${usedBy} needs the package "${name}", which is not installed; run: npm install ${name}`, {
      cause,
    });
  }
  return () => require(name) as Exports;
}

const require = createRequire(import.meta.url);
