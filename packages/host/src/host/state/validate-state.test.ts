import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { createClient } from 'redis';
import { NodeSqliteDialect } from '../../integrations/kysely/node-sqlite-dialect.ts';
import { HostConfigError } from '../../../../core/src/configuration/config-issue.ts';
import { defineHost } from '../define-host.ts';
import { validateState } from './validate-state.ts';

const POSTGRES = 'postgres://shop:hidden-password@127.0.0.1/shop';
const REDIS = 'rediss://:hidden-password@127.0.0.1:6379/2';
const validate = (state: unknown) => [...validateState({ state } as never)];

test('accepts URLs, objects of the application, and missing variables', () => {
  const database = new Kysely({ dialect: new PostgresDialect({ pool: {} as never }) });
  for (const state of [
    undefined,
    {},
    { database: undefined, redis: '' },
    { database: POSTGRES, redis: REDIS, prefix: 'shop_2' },
    { database, redis: createClient() },
  ])
    assert.deepEqual(validate(state), []);
});

for (const [state, code, path, reason] of [
  ['redis://127.0.0.1', 'ORIEL_STATE', 'state', 'It is a string'],
  [{ postgres: POSTGRES }, 'ORIEL_CONFIG_KEY', 'state.postgres', 'Unknown setting "postgres"'],
  [{ database: REDIS }, 'ORIEL_STATE_URL', 'state.database', 'Its scheme is "rediss:"'],
  [{ redis: POSTGRES }, 'ORIEL_STATE_URL', 'state.redis', 'Its scheme is "postgres:"'],
  [{ redis: 'hidden-password@127.0.0.1' }, 'ORIEL_STATE_URL', 'state.redis', 'It is not a URL of Redis'],
  [{ redis: {} }, 'ORIEL_STATE_URL', 'state.redis', 'It is not a URL of Redis'],
  [{ logins: REDIS }, 'ORIEL_CONFIG_KEY', 'state.logins', 'Unknown setting "logins"'],
  [{ prefix: 'shop:' }, 'ORIEL_STATE_PREFIX', 'state.prefix', 'It is "shop:"'],
] as const)
  test(`rejects the state ${JSON.stringify(state)} without its password`, () => {
    const [issue, ...others] = validate(state);
    assert.deepEqual([issue?.code, issue?.place, issue?.reason], [code, path, reason]);
    assert.deepEqual(others, []);
    assert.equal(JSON.stringify(issue).includes('hidden-password'), false);
  });

test('rejects Kysely over SQLite, which several machines cannot share', () => {
  const database = new Kysely({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  assert.deepEqual(
    validate({ database }).map(({ place }) => place),
    ['state.database'],
  );
});

test('defineHost reports the issues', () => {
  assert.throws(
    () => defineHost({ state: { redis: 'http://127.0.0.1' } }),
    (error) => error instanceof HostConfigError && error.issues[0]?.code === 'ORIEL_STATE_URL',
  );
});
