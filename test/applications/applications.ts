import { jsonServer } from './json-server.ts';
import { localWebServer } from './local-web-server.ts';
import { parseServer } from './parse-server.ts';
import { postgraphile } from './postgraphile.ts';
import { postgresMeta } from './postgres-meta.ts';
import type { PublicApplication } from './public-application.ts';
import { redisCommander } from './redis-commander.ts';

/** The public applications, by the name for the command line. */
export const APPLICATIONS: Readonly<Record<string, PublicApplication>> = {
  'json-server': jsonServer,
  parse: parseServer,
  'postgres-meta': postgresMeta,
  postgraphile,
  'local-web-server': localWebServer,
  'redis-commander': redisCommander,
};
