import { anything, group, issue, text } from 'oriel-core/configuration';
import type { ConfigIssue, OptionalPackageError, Setting, Settings } from 'oriel-core/configuration';
import { isObject } from 'oriel-core/http';
import { PEERS } from '../../peer-packages.ts';
import type { HostConfig } from '../config.ts';
import { DEFAULT_PREFIX } from './state-config.ts';
import type { StateConfig } from './state-config.ts';

/** Reports settings of `state` that cannot be used. The URLs, which may have a password, are not shown. */
export function* validateState({ state }: Pick<HostConfig, 'state'>): Generator<ConfigIssue> {
  yield* STATE.validate('state', state);
  const packages = new Map<string, string>();
  for (const [name, value] of Object.entries(isObject(state) ? state : {}))
    for (const packageName of (KINDS[name] ?? []).find(({ matches }) => matches(value, name))?.packages ?? [])
      if (!packages.has(packageName)) packages.set(packageName, `state.${name}`);
  for (const [name, path] of packages) yield* validatePackage(name, path);
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
  profiles: [{ ...POSTGRES, packages: ['pg'] }],
};

export const STATE_SETTINGS = {
  database: url('database'),
  redis: url('redis'),
  profiles: url('profiles'),
  prefix: text({
    default: DEFAULT_PREFIX,
    matches: /^[a-z][a-z0-9_]{0,31}$/,
    code: 'ORIEL_STATE_PREFIX',
    fix: 'Use 1 to 32 lowercase letters, digits and _, such as "shop"',
  }),
} satisfies Settings<StateConfig>;

const STATE = group(STATE_SETTINGS, {
  code: 'ORIEL_STATE',
  reason: (state) => `It is a ${typeof state}`,
  fix: "Use an object: state: { database: process.env['DATABASE_URL'], redis: process.env['REDIS_URL'] }",
});

/** An address of one of the kinds of the setting. An empty text is a variable that is not set. */
function url(name: string): Setting<unknown, false> {
  const kinds = KINDS[name]!;
  return anything({
    accepts: (value) => value === '' || kinds.some(({ matches }) => matches(value, name)),
    code: 'ORIEL_STATE_URL',
    reason: (value) => {
      const scheme = typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : undefined;
      return scheme === undefined
        ? `It is not a URL of ${kinds.map((kind) => kind.name).join(' or ')}`
        : `Its scheme is "${scheme.slice(0, 20)}"`;
    },
    fix: `Use a URL such as ${kinds.map((kind) => kind.example).join(' or ')}`,
  });
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

function* validatePackage(name: string, path: string): Generator<ConfigIssue> {
  try {
    PEERS.load(name, path);
  } catch (error) {
    const { need, command } = error as OptionalPackageError;
    yield issue('ORIEL_STATE_PACKAGE', path, `It needs ${need}`, `Run: ${command}`);
  }
}
