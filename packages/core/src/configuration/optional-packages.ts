import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from '../builtins/file-system.ts';

/**
 * The least version of each optional peer dependency. The range in `package.json` is `*`, so that a package can be installed beside any
 * version; the version is checked when a feature uses the package.
 */
export const MIN_VERSIONS = {
  '@modelcontextprotocol/server': '2.4.0',
  '@prisma/client': '7.5.0',
  '@remix-run/multipart-parser': '0.16.3',
  ajv: '8.17.0',
  'ajv-formats': '3.0.1',
  'drizzle-orm': '0.45.0',
  jose: '6.2.15',
  kysely: '0.29.0',
  'openid-client': '6.9.0',
  pbf: '5.1.0',
  pg: '8.11.0',
  redis: '5.0.0',
  zod: '4.0.0',
} as const;

/** A package that is not installed, or too old. */
export class OptionalPackageError extends Error {
  override readonly name = 'OptionalPackageError';
  /** What is needed, such as `the package "jose", which is not installed`. */
  readonly need: string;
  /** The command that installs it, such as `npm install jose`. */
  readonly command: string;

  constructor(usedBy: string, need: string, command: string, cause?: unknown) {
    super(`${usedBy} needs ${need}; run: ${command}`, { cause });
    this.need = need;
    this.command = command;
  }
}

/** The optional peer dependencies of a package. */
export class OptionalPackages {
  readonly #require: NodeJS.Require;

  /** @param parent the URL of a module of the package that has the peer dependencies */
  constructor(parent: string) {
    this.#require = createRequire(parent);
  }

  /**
   * Finds a package, and loads it on first use.
   *
   * @param path the package or an entry point, such as `jose`
   * @param usedBy what needs the package, such as `bearer()`
   * @returns a function that returns the exports
   * @throws {OptionalPackageError} if the package is not installed or too old
   */
  load<Exports>(path: string, usedBy: string): () => Exports {
    const name = packageName(path);
    try {
      this.checkVersion(name, usedBy);
      this.#require.resolve(path);
    } catch (cause) {
      if (cause instanceof OptionalPackageError) throw cause;
      throw new OptionalPackageError(
        usedBy,
        `the package "${name}", which is not installed`,
        `npm install ${name}`,
        cause,
      );
    }
    return () => this.#require(path) as Exports;
  }

  /** Checks the version of a package that the application passes. @throws {OptionalPackageError} if it is installed and too old */
  checkVersion(name: string, usedBy: string): void {
    const minVersion = MIN_VERSIONS[name as keyof typeof MIN_VERSIONS];
    const version = this.#version(name);
    if (version === undefined || !isOlder(version, minVersion)) return;
    const [major, minor] = minVersion.split('.');
    throw new OptionalPackageError(
      usedBy,
      `${name} ${minVersion} or newer; ${version} is installed`,
      `npm install ${name}@${major === '0' ? `0.${minor}` : major}`,
    );
  }

  // The manifest is found from the main file, because few packages export it.
  #version(name: string): string | undefined {
    let folder: string;
    try {
      folder = dirname(this.#require.resolve(name));
    } catch {
      return undefined;
    }
    for (; folder !== dirname(folder); folder = dirname(folder)) {
      const manifest = readManifest(folder);
      if (manifest?.name === name) return manifest.version;
    }
    return undefined;
  }
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

function packageName(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

function isOlder(version: string, minVersion: string): boolean {
  const numbers = version.split(/[.+-]/).map(Number);
  const least = minVersion.split('.').map(Number);
  const index = least.findIndex((number, position) => number !== numbers[position]);
  return index >= 0 && (numbers[index] ?? 0) < least[index]!;
}
