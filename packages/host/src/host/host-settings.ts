import {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  formatValue,
  group,
  list,
  objectWith,
  text,
} from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { MAX_TIMER_MS, parseAuthority } from 'oriel-core/http';
import { LEVELS } from 'oriel-core/trace';
import { originList } from '../http/origin-list.ts';
import { SERVER_LIMIT_SETTINGS } from '../server/server-options.ts';
import { PROXIES } from './proxy-settings.ts';
import type { HostConfig, HostLimits, HostsConfig, LogConfig } from './config.ts';

export const HOSTS_SETTINGS = {
  names: list(
    text({
      matches: isHostName,
      code: 'ORIEL_CONFIG_HOST_NAME',
      reason: (name) => `${formatValue(name)} is not a host name`,
      fix: 'Write it in lower case, without scheme, port and path; *.example.com matches all subdomains',
    }),
    {
      isRequired: true,
      minimum: 1,
      reason: () => 'It has no host names',
      fix: "hosts: { names: ['example.com'] }, or omit hosts to serve any name",
    },
  ),
  www: choice(['serve', 'add', 'remove'], { default: 'serve' }),
} satisfies Settings<HostsConfig>;

export const HOST_LIMIT_SETTINGS = {
  ...SERVER_LIMIT_SETTINGS,
  time: duration({ default: '30 s', maximum: MAX_TIMER_MS }),
} satisfies Settings<HostLimits>;

export const LOG_SETTINGS = {
  level: choice([...LEVELS, 'none'], { default: 'warning' }),
  access: boolean({ default: true }),
  sink: objectWith(['write'], { fix: 'Use { write(record) { … } }, such as pinoSink(pino())' }),
} satisfies Settings<LogConfig>;

/** The settings that every host has. Features declare and validate their own. */
export const HOST_SETTINGS = {
  title: text(),
  version: text(),
  secret: anything(),
  instances: choice(['one', 'many'], { default: 'one' }),
  state: anything(),
  routes: anything(),
  resources: anything(),
  api: anything(),
  listeners: anything(),
  security: anything(),
  access: choice(['public']),
  sessions: anything(),
  hosts: group(HOSTS_SETTINGS, { code: 'ORIEL_CONFIG_HOSTS', fix: "hosts: { names: ['example.com'] }" }),
  proxies: PROXIES,
  limits: group(HOST_LIMIT_SETTINGS),
  compression: boolean({ default: true }),
  robots: anything(),
  securityHeaders: anything(),
  origins: originList('ORIEL_CONFIG_ORIGINS'),
  cors: anything(),
  tls: anything(),
  http2: boolean({ default: false }),
  gracePeriod: duration({ default: '10 s', maximum: MAX_TIMER_MS }),
  query: choice(['strict', 'lenient'], { default: 'strict' }),
  rateLimits: anything(),
  files: anything(),
  health: anything(),
  metrics: anything(),
  locales: anything(),
  log: either([choice([false]), group(LOG_SETTINGS)], { fix: 'Use { level, access, sink }, or false for none' }),
  profiler: anything(),
  hub: anything(),
  mcp: anything(),
  plugins: anything(),
  migrations: objectWith(['list', 'migrate', 'revert'], {
    code: 'ORIEL_CONFIG_MIGRATIONS',
    fix: "Pass the migrations and their database: migrations: sqlMigrations(database, { '2026-01-piers': { up, down } })",
  }),
  onStart: callback({ code: 'ORIEL_CONFIG_START', fix: 'Use a function: onStart: () => connect()' }),
  onClose: callback({ code: 'ORIEL_CONFIG_START', fix: 'Use a function: onClose: () => pool.end()' }),
} satisfies Settings<HostConfig>;

function isHostName(name: string): boolean {
  const bare = name.replace(/^\*\./, '');
  const authority = parseAuthority(bare);
  return name === '*' || (authority?.port === undefined && authority?.name === bare);
}
