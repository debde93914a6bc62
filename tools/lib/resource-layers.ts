import { posix } from 'node:path';
import type { Import } from './imports.ts';
import type { Issue } from './issue.ts';

/** The folders of `features/resources/`, from the lowest layer to the highest; ARCHITECTURE.md has the same list. */
export const RESOURCE_LAYERS: readonly string[] = [
  'definition',
  'filters',
  'model',
  'paging',
  'stores',
  'access',
  'querying',
  'responses',
  'bodies',
  'running',
  'live',
  'writing',
  'formats',
  'openapi',
  'building',
  'profiler',
  'listeners',
];

/**
 * Checks an import between two files of `features/resources/`. Values are imported from the same or a lower layer only;
 * types may be imported from any layer.
 */
export function checkResourceImport(path: string, { from, line, types }: Import): Issue | undefined {
  const own = layerOf(path);
  const target = posix.join(posix.dirname(path), from);
  const other = layerOf(target);
  // Files at the top of the folder combine the layers.
  if (own === undefined || types) return undefined;
  const place = `${path}:${line}`;
  const what = `imports ${target}`;
  const unknown = [own, other].find((layer) => layer !== undefined && !RESOURCE_LAYERS.includes(layer));
  if (unknown !== undefined) {
    const why = `"${unknown}" is not a layer of features/resources`;
    return { place, what, why, fix: 'add it to tools/lib/resource-layers.ts and ARCHITECTURE.md' };
  }
  if (other !== undefined && RESOURCE_LAYERS.indexOf(other) <= RESOURCE_LAYERS.indexOf(own)) return undefined;
  const why = `resources/${own} is below ${other === undefined ? 'the files that create the feature' : `resources/${other}`}`;
  return { place, what, why, fix: 'import the type only, pass the value as an argument, or move it to a lower layer' };
}

function layerOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts.length > 4 ? parts[3] : undefined;
}
