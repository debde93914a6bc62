import { readFileSync } from 'node:fs';
import { Comment, Converter } from 'typedoc';

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const DESCRIPTIONS = {
  'oriel-host': 'Hosts, routes, resources, listeners, errors and files',
  'oriel-client': 'The typed client',
  'oriel-host/drizzle': 'Stores of Drizzle tables',
  'oriel-host/http': 'Headers, URLs, bodies and content negotiation',
  'oriel-host/hub': 'Real-time updates',
  'oriel-host/kysely': 'SQL stores, sessions, users, idempotency and migrations with Kysely',
  'oriel-host/prisma': 'Stores of Prisma models',
  'oriel/register': 'Records any Node.js server',
  oriel: 'Storages, panels and findings of the profiler',
  'oriel-host/redis': 'Sessions, rate limits and updates of the hub in Redis',
  'oriel-host/resources': 'Formats, and the interfaces of stores',
  'oriel-host/routing': 'The route matcher and the URL generator',
  'oriel-host/security': 'Authentication and authorization',
  'oriel-host/server': 'Servers and workers',
  'oriel-host/session': 'Session storages',
  'oriel-host/testing': 'Helpers for tests',
};

/**
 * A plugin of TypeDoc that names modules after the entry points of the package, such as `oriel-host/hub`, and describes them.
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
