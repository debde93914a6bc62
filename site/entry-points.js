import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Comment, Converter } from 'typedoc';

/** The entry points with an API reference, by the part of the site. @type {Record<string, Record<string, string>>} */
const DESCRIPTIONS = {
  profiler: {
    oriel: 'Pages inside of an application, spans, jobs, storages and panels',
    'oriel/register': 'Records any Node.js server',
  },
  host: {
    'oriel-client': 'The typed client',
    'oriel-host': 'Hosts, routes, resources, listeners, errors and files',
    'oriel-host/drizzle': 'Stores of Drizzle tables',
    'oriel-host/http': 'Headers, URLs, bodies and content negotiation',
    'oriel-host/hub': 'Real-time updates',
    'oriel-host/kysely': 'SQL stores, sessions, users, idempotency and migrations with Kysely',
    'oriel-host/prisma': 'Stores of Prisma models',
    'oriel-host/redis': 'Sessions, rate limits and updates of the hub in Redis',
    'oriel-host/resources': 'Formats, and the interfaces of stores',
    'oriel-host/routing': 'The route matcher and the URL generator',
    'oriel-host/security': 'Authentication and authorization',
    'oriel-host/server': 'Servers and workers',
    'oriel-host/session': 'Session storages',
    'oriel-host/testing': 'Helpers for tests',
  },
};

// Entry points for other packages of Oriel.
const INTERNAL = ['oriel/recorder', 'oriel/testing'];
const PACKAGES = { profiler: ['profiler'], host: ['client', 'host'] };

/**
 * Returns the source files of the entry points of a part of the site by their names.
 *
 * @param {'profiler' | 'host'} part
 */
export function readEntryPoints(part) {
  const files = new Map(PACKAGES[part].flatMap((folder) => [...readExports(folder)]));
  for (const name of files.keys())
    if (INTERNAL.includes(name)) files.delete(name);
    else if (DESCRIPTIONS[part]?.[name] === undefined) throw new Error(`Describe "${name}" in site/entry-points.js`);
  return files;
}

/** @param {string} folder */
function readExports(folder) {
  const root = new URL(`../packages/${folder}/`, import.meta.url);
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  return Object.entries(exports).flatMap(([path, { 'oriel:source': source }]) =>
    source === undefined ? [] : [[path.replace('.', name), fileURLToPath(new URL(source, root))]],
  );
}

/**
 * A plugin of TypeDoc that names modules after the entry points of the packages, such as `oriel-host/hub`, and describes them.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const module of context.project.children ?? []) {
      const file = context.getSymbolFromReflection(module)?.declarations?.[0]?.getSourceFile().fileName;
      const [name, text] = describe(file);
      module.name = name;
      module.comment = new Comment([{ kind: 'text', text }]);
    }
  });
}

/** @param {string | undefined} file */
function describe(file) {
  for (const [part, texts] of Object.entries(DESCRIPTIONS))
    for (const [name, source] of readEntryPoints(/** @type {'profiler' | 'host'} */ (part)))
      if (source === file) return [name, texts[name] ?? ''];
  throw new Error(`${file} is not an entry point`);
}
