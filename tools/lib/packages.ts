import { join } from 'node:path';
import { ROOT, read } from './source-files.ts';

/** The folders of the packages in `packages/`; each one imports only those before it. */
export const PACKAGES = ['core', 'profiler', 'host', 'client', 'fuzz'] as const;

/** The folder that `npm run pack` writes the packages to. */
export const TARBALLS = join(ROOT, 'var/packages');

/** The parts of a `package.json` that the tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, EntryPoint | string>>;
}

/** The files of an entry point, by condition. */
export interface EntryPoint {
  readonly 'oriel:source': string;
  readonly types: string;
  readonly default: string;
}

/** Returns the path of a package. */
export function packageFolder(name: string): string {
  return join(ROOT, 'packages', name);
}

/** Reads the manifest of a package. */
export function readManifest(name: string): Manifest {
  return JSON.parse(read(`packages/${name}/package.json`)) as Manifest;
}

/** Returns the entry points of a package by their paths, such as `./testing`. */
export function getEntryPoints({ exports }: Manifest): [path: string, files: EntryPoint][] {
  return Object.entries(exports).filter((entry): entry is [string, EntryPoint] => typeof entry[1] !== 'string');
}
