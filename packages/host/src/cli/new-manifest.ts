import { UsageError } from 'oriel-core/cli';

/** Dependencies of a project: versions or paths by name. */
export type Dependencies = Readonly<Record<string, string>>;

const SCRIPTS = { dev: 'oriel-host dev', start: 'oriel-host start', test: 'node --test' };
const DEVELOPMENT = { '@types/node': '^24.0.0', typescript: '>=5.8' };

/** Returns the package.json of a new project. */
export function createManifest(folder: string, host: Dependencies): string {
  return write(
    complete({ name: toPackageName(folder), private: true, type: 'module', engines: { node: '>=24.7' } }, host),
  );
}

/** Adds what a host needs to an existing package.json. @throws {UsageError} if the text is not a JSON object */
export function completeManifest(text: string, host: Dependencies): string {
  return write(complete(read(text), host));
}

function complete(manifest: Manifest, host: Dependencies): Manifest {
  const { dependencies, devDependencies, scripts } = manifest;
  const present = { ...dependencies, ...devDependencies };
  const missing = (wanted: Dependencies): Dependencies =>
    Object.fromEntries(Object.entries(wanted).filter(([name]) => present[name] === undefined));
  return {
    ...manifest,
    type: 'module',
    scripts: { types: 'tsc', ...scripts, ...SCRIPTS },
    dependencies: { ...dependencies, ...missing({ ...host, zod: '^4.0.0' }) },
    devDependencies: { ...devDependencies, ...missing(DEVELOPMENT) },
  };
}

interface Manifest {
  readonly [name: string]: unknown;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly scripts?: Readonly<Record<string, string>>;
}

function read(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest as Manifest;
  } catch {
    // reported below
  }
  throw new UsageError('The existing package.json is not a JSON object; correct it or choose another folder');
}

function write(manifest: object): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

// npm allows lower case letters, digits and some punctuation that is not leading.
function toPackageName(folder: string): string {
  return (
    folder
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+|-+$/g, '') || 'my-api'
  );
}
