/** Holds the walls of the house: a room looks down, never sideways, never up, and only through its neighbour's door. */
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { checkApiRooms } from './lib/api-rooms.ts';
import { report } from './lib/complaint.ts';
import type { Complaint } from './lib/complaint.ts';
import { importsOf } from './lib/imports.ts';
import type { Import } from './lib/imports.ts';
import { filesMatching, isDoor, isTest, read, roomOf } from './lib/source-files.ts';

const WORDS = ['http', 'events', 'routing', 'trace'];
const KNOWLEDGE = ['errors', 'visitor', 'security', 'api', 'hub', 'profiler'];
const BELOW_THE_TOP = [...WORDS, 'kernel', 'server', ...KNOWLEDGE, 'listeners', 'profiler-ui', 'adapters'];

/** Who may import whom; ARCHITECTURE.md shows the same table. */
export const TABLE: Readonly<Record<string, readonly string[]>> = {
  http: [],
  events: [],
  routing: [],
  trace: [],
  kernel: ['http', 'events', 'trace'],
  server: ['http', 'trace'],
  errors: ['http', 'trace'],
  visitor: ['http', 'trace'],
  security: ['http', 'trace'],
  api: ['http', 'routing', 'trace'],
  hub: ['http', 'trace'],
  profiler: WORDS,
  listeners: [...WORDS, 'kernel', ...KNOWLEDGE],
  'profiler-ui': ['http', 'routing', 'trace', 'errors', 'profiler'],
  adapters: ['http', 'trace', ...KNOWLEDGE],
  // The other side of the wire: of the api it knows the types alone.
  client: ['http', 'api'],
  host: BELOW_THE_TOP,
  cli: [...BELOW_THE_TOP, 'host'],
  testing: [...BELOW_THE_TOP, 'host', 'cli'],
  // The front door.
  '': [...BELOW_THE_TOP, 'host'],
};

// These rooms run wherever there is JavaScript.
const WITHOUT_NODE = ['http', 'events', 'routing', 'client'];

/** Everything that is wrong with the imports of one file. */
export function checkImports(path: string, text: string, dependencies: readonly string[]): Complaint[] {
  const room = roomOf(path);
  if (room === undefined || isTest(path)) return [];
  const allowed = TABLE[room];
  if (!allowed) return [strangeRoom(path, room)];
  return importsOf(text).flatMap((each) => {
    const complaint = each.from.startsWith('.')
      ? checkNeighbour(path, room, allowed, each)
      : checkPackage(path, room, dependencies, each);
    return complaint ?? [];
  });
}

function checkNeighbour(
  path: string,
  room: string,
  allowed: readonly string[],
  statement: Import,
): Complaint | undefined {
  const { from, line } = statement;
  const place = `${path}:${line}`;
  const target = posix.join(posix.dirname(path), from);
  const other = roomOf(target);
  const what = `imports ${target}`;
  if (other === undefined) {
    return { place, what, why: 'src/ is published and stands alone', fix: 'move what is needed into src/' };
  }
  if (other === room) return room === 'api' ? checkApiRooms(path, statement) : undefined;
  if (isTest(target))
    return { place, what, why: 'tests are not published', fix: 'move what is needed out of the test' };
  if (!allowed.includes(other)) {
    const looks = allowed.length === 0 ? 'nothing of the house' : allowed.join(', ');
    const fix = `let the joint or the host hand it over, or move the word down a floor`;
    return { place, what, why: `${room || 'src/index.ts'} may import ${looks}`, fix };
  }
  if (isDoor(target)) return undefined;
  const why = `${other} shows what it offers in its index.ts; everything behind it is free to move`;
  return {
    place,
    what,
    why,
    fix: `import from '${from.slice(0, from.lastIndexOf(`${other}/`))}${other}/index.ts', and list the name there`,
  };
}

function checkPackage(
  path: string,
  room: string,
  dependencies: readonly string[],
  { from, line }: Import,
): Complaint | undefined {
  const place = `${path}:${line}`;
  const what = `imports ${from}`;
  if (from.startsWith('node:') || builtinModules.includes(from)) {
    if (!WITHOUT_NODE.includes(room)) return undefined;
    return {
      place,
      what,
      why: `${room} knows nothing of Node`,
      fix: 'take it as a parameter, or do it in server, host or an adapter',
    };
  }
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  if (dependencies.includes(name)) return undefined;
  const why = `${name} is not among the dependencies in package.json, so users would not have it`;
  return { place, what, why, fix: 'do without, or add it and say why in decisions/' };
}

function strangeRoom(path: string, room: string): Complaint {
  const why = 'a new room needs its place in the house first';
  return {
    place: `${path}:1`,
    what: `stands in "${room}", which no table knows`,
    why,
    fix: 'add it to the table in tools/check-imports.ts and ARCHITECTURE.md',
  };
}

function main(): void {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(read('package.json')) as Record<
    string,
    object | undefined
  >;
  const packages = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  const files = filesMatching('src/**/*.ts');
  const complaints = files.flatMap((path) => checkImports(path, read(path), packages));
  report(complaints, `${files.length} files look only where they may`);
}

if (import.meta.main) main();
