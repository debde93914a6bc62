import { posix } from 'node:path';
import type { Complaint } from './complaint.ts';
import type { Import } from './imports.ts';

/** The rooms within `api/`, from the bottom to the top; ARCHITECTURE.md shows the same list. */
export const API_ROOMS: readonly string[] = [
  'definition',
  'filters',
  'model',
  'paging',
  'stores',
  'access',
  'querying',
  'answers',
  'bodies',
  'running',
  'live',
  'writing',
  'formats',
  'openapi',
  'building',
  'declare',
];

/**
 * What is wrong with an import of one file of the api by another: what runs looks down. Types may look up, for all of them
 * speak of the run of a request, which knows everybody.
 */
export function checkApiRooms(path: string, { from, line, types }: Import): Complaint | undefined {
  const own = roomWithin(path);
  // The door stands before all of them.
  if (own === undefined) return undefined;
  const place = `${path}:${line}`;
  const target = posix.join(posix.dirname(path), from);
  const other = roomWithin(target);
  const what = `imports ${target}`;
  if (other === undefined) {
    const why = 'what stands behind the door does not come in by it';
    return { place, what, why, fix: 'import the file that has the name' };
  }
  const unknown = [own, other].find((each) => !API_ROOMS.includes(each));
  if (unknown !== undefined) {
    const why = `"${unknown}" is no room of the api`;
    return { place, what, why, fix: 'give it its place in tools/lib/api-rooms.ts and ARCHITECTURE.md' };
  }
  if (types || API_ROOMS.indexOf(other) <= API_ROOMS.indexOf(own)) return undefined;
  const why = `api/${own} stands below api/${other}, and what runs looks down`;
  return { place, what, why, fix: `import type, let the caller hand it over, or move it to a room below` };
}

/** The folder of the api a file stands in, or the file itself if in none; undefined for the door. */
function roomWithin(path: string): string | undefined {
  const first = path.split('/')[2];
  return first === 'index.ts' ? undefined : first;
}
