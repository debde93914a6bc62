import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the declaration files in `folder` that no entry point imports, directly or not: TypeScript never reads them.
 * Returns how many it removed. Throws if an entry point or an imported file is missing.
 */
export function removeUnreachableDeclarations(folder: string, entryPoints: readonly string[]): number {
  const reached = new Set(entryPoints.map((path) => join(folder, path)));
  for (const file of reached) {
    if (!existsSync(file)) throw new Error(`The declaration file ${file} does not exist`);
    for (const imported of importsOf(file)) reached.add(imported);
  }
  const unreachable = globSync('**/*.d.ts', { cwd: folder })
    .map((path) => join(folder, path))
    .filter((file) => !reached.has(file));
  for (const file of unreachable) rmSync(file);
  return unreachable.length;
}

// The compiler writes `from './x.js'` and `import("./x.js")`. Examples in comments are not resolved.
const RELATIVE_IMPORT = /(?:\bfrom |\bimport(?: |\())['"](\.[^'"]+)['"]/g;

function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  return [...code.matchAll(RELATIVE_IMPORT)].map(([, path]) => join(dirname(file), path!.replace(/\.[jt]s$/, '.d.ts')));
}
