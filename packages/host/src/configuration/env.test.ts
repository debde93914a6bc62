import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { env, HostConfigError } from 'oriel-host';
import type { StandardSchema } from 'oriel-host';
import type { EnvOptions } from './env.ts';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z.url(),
  PORT_OF_API: z.coerce.number().int().default(8000),
  TOKEN_SECRET: z.string().min(32),
});
const complete = { DATABASE_URL: 'postgres://localhost/harbour', TOKEN_SECRET: 'x'.repeat(32) };

function findIssues(given: StandardSchema, options: EnvOptions): readonly (readonly [string, string])[] {
  try {
    env(given, options);
  } catch (error) {
    ok(error instanceof HostConfigError, String(error));
    return error.issues.map(({ place, reason }) => [place, reason] as const);
  }
  return [];
}

/** A schema that rejects every variable with a message. */
function rejecting(name: string | undefined, message: (value: string) => string): StandardSchema {
  const validate = (value: unknown) => {
    const values = value as Record<string, string>;
    const text = message(values[name ?? 'TOKEN_SECRET']!);
    return { issues: [{ message: text, ...(name === undefined ? {} : { path: [{ key: name }] }) }] };
  };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

test('variables have the types of the schema, and defaults', () => {
  const settings = env(schema, { source: { ...complete, PORT_OF_API: '8080', HOME: '/root' } });
  const port: number = settings.PORT_OF_API;
  deepEqual(settings, { ...complete, PORT_OF_API: port });
  equal(port, 8080);
  ok(Object.isFrozen(settings));
  equal(env(schema, { source: complete }).PORT_OF_API, 8000);
});

test('one error lists all variables that are missing or invalid, with empty ones as missing', () => {
  const issues = findIssues(schema, { source: { DATABASE_URL: '', PORT_OF_API: '80a', TOKEN_SECRET: 'hunter2' } });
  deepEqual(issues, [
    ['env.DATABASE_URL', 'It is not set'],
    ['env.PORT_OF_API', 'It is "80a": Invalid input: expected number, received NaN'],
    ['env.TOKEN_SECRET', 'It is not valid: Too small: expected string to have >=32 characters'],
  ]);
});

test('a variable with several issues is listed once', () => {
  const strict = z.object({ CODE: z.string().min(8).startsWith('b') });
  equal(findIssues(strict, { source: { CODE: 'aaa' } }).length, 1);
});

test('a schema that rejects unknown members accepts the variables of a shell', () => {
  deepEqual(env(z.strictObject({ CITY: z.string() }), { source: { CITY: 'Lisbon', HOME: '/root' } }), {
    CITY: 'Lisbon',
  });
});

for (const [name, value] of [
  ['TOKEN_SECRET', 'hunter2-hunter2'],
  ['MAPS_KEY', 'abcd'],
  ['API_PIN', '77'],
  ['DATABASE_URL', 'postgres://ada:hunter2@db/harbour'],
  ['SENTRY_DSN', 'k3y-of-sentry'],
] as const)
  test(`the error contains no part of ${name} with a secret, though the schema repeats it`, () => {
    for (const part of [value, value.slice(0, 6), JSON.stringify(value)]) {
      const given = rejecting(name, () => `Expected another value, received ${part}`);
      throws(
        () => env(given, { source: { [name]: value } }),
        (error: Error) => error.message.includes(name) && !error.message.includes(part),
      );
    }
  });

test('an issue of the whole schema is listed, without its message if that contains a secret', () => {
  const source = { TOKEN_SECRET: 'hunter2-hunter2' };
  deepEqual(
    findIssues(
      rejecting(undefined, () => 'Set a host or a socket'),
      { source },
    ),
    [['env', 'Set a host or a socket']],
  );
  const leaking = rejecting(undefined, (value) => `Unexpected ${value}`);
  deepEqual(findIssues(leaking, { source }), [['env', 'The variables are not valid together']]);
});

test('an asynchronous schema is a TypeError', () => {
  const later = z.object({ CITY: z.string() }).refine(() => Promise.resolve(true));
  throws(() => env(later, { source: { CITY: 'Lisbon' } }), /TypeError: The schema of env\(\) is asynchronous/);
});

test('.env is read, and variables that are set already win', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-env-'));
  writeFileSync(join(folder, '.env'), 'ORIEL_TEST_CITY="Lisbon" # a comment\nORIEL_TEST_SHIP=Calypso\n');
  process.env['ORIEL_TEST_SHIP'] = 'Argo';
  const before = process.cwd();
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    delete process.env['ORIEL_TEST_CITY'];
    delete process.env['ORIEL_TEST_SHIP'];
  });
  const cities = z.object({ ORIEL_TEST_CITY: z.string(), ORIEL_TEST_SHIP: z.string() });
  equal(findIssues(cities, { source: {} })[0]?.[0], 'env.ORIEL_TEST_CITY');
  deepEqual(env(cities), { ORIEL_TEST_CITY: 'Lisbon', ORIEL_TEST_SHIP: 'Argo' });
});

test('a missing .env is not an error, but one that cannot be read is', () => {
  const none = z.object({});
  const folder = mkdtempSync(join(tmpdir(), 'oriel-env-'));
  const before = process.cwd();
  process.chdir(folder);
  try {
    deepEqual(env(none), {});
    throws(() => env(none, { file: 'prod.env' } as never), /Unknown option of env\(\) "file"/);
    mkdirSync('.env');
    deepEqual(
      findIssues(none, {}).map(([path]) => path),
      ['env file ".env"'],
    );
  } finally {
    process.chdir(before);
  }
});
