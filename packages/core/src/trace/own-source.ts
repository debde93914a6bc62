import { fileURLToPath } from 'node:url';

/**
 * Returns whether text, such as a path or a line of a stack trace, names code of Oriel: of its packages in `node_modules`, or of
 * the repository that this module is in. A folder `packages/core` of the application is not code of Oriel.
 *
 * @example
 * ```ts
 * import { namesOwnSource } from './own-source.ts';
 * namesOwnSource('file:///app/node_modules/oriel-core/dist/trace.js'); // => true
 * namesOwnSource('at load (/app/packages/core/src/load.ts:1:1)'); // => false
 * ```
 */
export function namesOwnSource(text: string): boolean {
  return OWN.test(text);
}

const OWN = ownSources(import.meta.url);

function ownSources(here: string): RegExp {
  const installed = String.raw`[\\/]node_modules[\\/]oriel(?:-(?:core|host|client|fuzz))?[\\/]`;
  const [, repository] = /^(file:.*\/packages\/)core\/(?:src|dist)\//.exec(here) ?? [];
  if (repository === undefined) return new RegExp(installed);
  const roots = [repository, fileURLToPath(repository)].map((root) => root.replace(/[^\w/]/g, String.raw`\$&`));
  return new RegExp(
    String.raw`${installed}|(?:${roots.join('|')})(?:core|profiler|host|client|fuzz)[\\/](?:src|dist)[\\/]`,
  );
}
