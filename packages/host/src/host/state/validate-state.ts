import { formatValue, issue, validateUnknownKeys } from 'oriel-core/configuration';
import type { OptionalPackageError } from 'oriel-core/configuration';
import { PEERS } from '../../peer-packages.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { HostConfig } from '../config.ts';
import type { StateConfig } from './state-config.ts';

/** Reports settings of `state` that cannot be used. The URLs, which may have a password, are not shown. */
export function* validateState({ state }: Pick<HostConfig, 'state'>): Generator<ConfigIssue> {
  if (state === undefined) return;
  if (typeof state !== 'object' || state === null || Array.isArray(state)) {
    const fix = "Use an object: state: { database: process.env['DATABASE_URL'], redis: process.env['REDIS_URL'] }";
    return yield issue('ORIEL_STATE', 'state', `It is a ${typeof state}`, fix);
  }
  yield* validateUnknownKeys(state, [...Object.keys(KINDS), 'prefix'], 'state.');
  const packages = new Map<string, string>();
  for (const [name, kinds] of Object.entries(KINDS)) {
    const value: unknown = state[name as keyof StateConfig];
    if (value === undefined || value === '') continue;
    const kind = kinds.find((each) => each.matches(value, name));
    if (kind === undefined) yield wrongValue(name, value, kinds);
    else for (const each of kind.packages) if (!packages.has(each)) packages.set(each, `state.${name}`);
  }
  for (const [name, place] of packages) yield* validatePackage(name, place);
  if (state.prefix !== undefined && !PREFIX.test(state.prefix)) {
    const reason = `It is ${formatValue(state.prefix)}`;
    yield issue(
      'ORIEL_STATE_PREFIX',
      'state.prefix',
      reason,
      'Use 1 to 32 lowercase letters, digits and _, such as "shop"',
    );
  }
}

interface Kind {
  readonly name: string;
  readonly example: string;
  readonly packages: readonly string[];
  readonly matches: (value: unknown, setting: string) => boolean;
}

const POSTGRES: Kind = {
  name: 'PostgreSQL',
  example: 'postgres://user:password@127.0.0.1:5432/shop',
  packages: ['pg', 'kysely'],
  matches: (value, setting) =>
    hasScheme(value, ['postgres:', 'postgresql:']) || (setting === 'database' && isKyselyOfPostgres(value)),
};
const REDIS: Kind = {
  name: 'Redis',
  example: 'redis://127.0.0.1:6379',
  packages: ['redis'],
  matches: (value, setting) =>
    hasScheme(value, ['redis:', 'rediss:']) ||
    (setting === 'redis' && isObjectWith(value, 'eval') && isObjectWith(value, 'duplicate')),
};
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  database: [POSTGRES],
  redis: [REDIS],
  sessions: [POSTGRES, REDIS],
  idempotency: [POSTGRES],
  rateLimits: [REDIS],
  logins: [REDIS],
  hub: [REDIS],
  profiles: [{ ...POSTGRES, packages: ['pg'] }],
};

function wrongValue(name: string, value: unknown, kinds: readonly Kind[]): ConfigIssue {
  const names = kinds.map((each) => each.name).join(' or ');
  const scheme = typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : undefined;
  const what = scheme === undefined ? `It is not a URL of ${names}` : `Its scheme is "${scheme.slice(0, 20)}"`;
  return issue(
    'ORIEL_STATE_URL',
    `state.${name}`,
    what,
    `Use a URL such as ${kinds.map((each) => each.example).join(' or ')}`,
  );
}

function hasScheme(value: unknown, schemes: readonly string[]): boolean {
  return typeof value === 'string' && URL.canParse(value) && schemes.includes(new URL(value).protocol);
}

// SQLite is not shared by several machines.
function isKyselyOfPostgres(value: unknown): boolean {
  if (!isObjectWith(value, 'getExecutor')) return false;
  const { adapter } = (value as { getExecutor(): { adapter?: object } }).getExecutor();
  return adapter?.constructor.name === 'PostgresAdapter';
}

function isObjectWith(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}

function* validatePackage(name: string, place: string): Generator<ConfigIssue> {
  try {
    PEERS.load(name, place);
  } catch (error) {
    const { need, command } = error as OptionalPackageError;
    yield issue('ORIEL_STATE_PACKAGE', place, `It needs ${need}`, `Run: ${command}`);
  }
}

const PREFIX = /^[a-z][a-z0-9_]{0,31}$/;
