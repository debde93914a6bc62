import { readFileSync } from 'node:fs';
import { Comment, Converter } from 'typedoc';

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const DESCRIPTIONS = {
  oriel: 'Hosts, routes, resources, listeners, errors and files',
  'oriel/client': 'The typed client',
  'oriel/drizzle': 'Stores of Drizzle tables',
  'oriel/http': 'Headers, URLs, bodies and content negotiation',
  'oriel/hub': 'Real-time updates',
  'oriel/kysely': 'SQL stores, sessions, users, idempotency and migrations with Kysely',
  'oriel/prisma': 'Stores of Prisma models',
  'oriel/profile': 'Records any Node.js server',
  'oriel/profiler': 'Storages, panels and findings of the profiler',
  'oriel/redis': 'Sessions, rate limits and updates of the hub in Redis',
  'oriel/resources': 'Formats, and the interfaces of stores',
  'oriel/routing': 'The route matcher and the URL generator',
  'oriel/security': 'Authentication and authorization',
  'oriel/server': 'Servers and workers',
  'oriel/session': 'Session storages',
  'oriel/testing': 'Helpers for tests',
};

/**
 * A plugin of TypeDoc that names modules after the entry points of the package, such as `oriel/hub`, and describes them.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  const names = new Map(
    Object.entries(exports).map(([name, { 'oriel:source': path = '' }]) => [
      path.replace(/^\.\/src\/|(?:\/index)?\.ts$/g, ''),
      name.replace('.', 'oriel'),
    ]),
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      module.name = names.get(module.name) ?? module.name;
      const text = DESCRIPTIONS[module.name];
      if (text === undefined) throw new Error(`Describe "${module.name}" in site/entry-points.js`);
      module.comment = new Comment([{ kind: 'text', text }]);
    }
  });
}
