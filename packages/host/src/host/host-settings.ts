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
  issue,
  suggestName,
} from 'oriel-core/configuration';
import type { Settings, Setting, ConfigIssue } from 'oriel-core/configuration';
import { MAX_TIMER_MS, parseAuthority } from 'oriel-core/http';
import { LEVELS } from 'oriel-core/trace';
import { SERVER_LIMIT_SETTINGS } from '../server/server-options.ts';
import type { HostConfig, HostLimits, HostsConfig, LogConfig } from './config.ts';
import { createTrustedProxies } from '../server/trusted-proxies.ts';
import { PROXY_HEADERS } from '../server/proxy-config.ts';
import type { ProxySettings } from '../server/proxy-config.ts';

const proxy = text({
  matches: isAddress,
  code: 'ORIEL_CONFIG_PROXY',
  reason: (value) => `${formatValue(value)} is neither an address nor a CIDR block`,
  fix: "Write '10.0.0.1', '10.0.0.0/8' or '2001:db8::/32'; names are not looked up",
  validate: validateRange,
});

export const PROXY_SETTINGS = {
  from: list(proxy, { isRequired: true, fix: "List the proxies: from: ['10.0.0.0/8']" }),
  headers: list(
    choice(PROXY_HEADERS, {
      code: 'ORIEL_CONFIG_PROXY_HEADER',
      reason: (header) => `${formatValue(header)} is not a supported header`,
      fix: (header) => suggestName(header, PROXY_HEADERS),
    }),
    { minimum: 1, code: 'ORIEL_CONFIG_PROXY_HEADER', fix: `Use one of: ${PROXY_HEADERS.join(', ')}` },
  ),
} satisfies Settings<ProxySettings>;

/** Trusted proxies. A number of hops is rejected, because any client could then choose its own address. */
const PROXIES = either([list(proxy), group(PROXY_SETTINGS)], {
  code: 'ORIEL_CONFIG_PROXIES',
  reason: (value) =>
    `It is ${formatValue(value)}: counting hops or trusting every peer lets clients choose their own address`,
  fix: "List the proxies: ['10.0.0.0/8'], or { from: ['10.0.0.0/8'], headers: ['x-forwarded-for'] }",
});

function isAddress(value: string): boolean {
  if (EVERY_ADDRESS.test(value)) return true;
  try {
    createTrustedProxies([value]);
    return true;
  } catch {
    return false;
  }
}

function* validateRange(value: string, path: string): Generator<ConfigIssue> {
  if (!EVERY_ADDRESS.test(value)) return;
  const reason = `${formatValue(value)} covers every address: any client could choose its own address`;
  yield issue('ORIEL_CONFIG_PROXY_ANY', path, reason, "List the addresses of your proxies, such as '10.0.0.0/8'");
}

const EVERY_ADDRESS = /^[^/]+\/0+$/;

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

/** A list of trusted origins. @param code of the issue of a value that is not a list */
function originList(code: string): Setting<readonly string[]> {
  const origin = text({
    matches: isOrigin,
    code: 'ORIEL_SESSIONS_UNSAFE',
    reason: (value) => `${formatValue(value)} is not an origin; it could match any page or none`,
    fix: 'Write each origin as browsers send it: the scheme, the host, and the port unless it is the default',
  });
  return list(origin, { code, fix: 'Use an array: ["https://app.example.com"]' });
}

function isOrigin(value: string): boolean {
  return /^https?:[^*]*$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
