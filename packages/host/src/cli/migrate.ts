import type { ConfigIssue } from 'oriel-core/configuration';
import type { MigrationError, Migrations, MigrationState } from '../configuration/migrations.ts';
import {
  defineCommand,
  UsageError,
  LoadError,
  shorten,
  alignColumns,
  count,
  print,
  printJson,
  style,
} from 'oriel-core/cli';
import { loadHost } from './load-host.ts';
import type { LoadedHost } from './load-host.ts';

/** `oriel-host migrate`: runs, reverts or lists the migrations of a host. */
export const command = defineCommand({
  name: 'migrate',
  summary: 'run the migrations of the database that have not run',
  usage: 'migrate [file] [--down | --list] [--json]',
  help: [
    ['--down', 'revert the migration that ran last'],
    ['--list', 'list the migrations and when they ran; changes nothing'],
    ['--json', 'print JSON: a list of names, or with --list of { name, executedAt, missing }'],
  ],
  examples: ['oriel-host migrate', 'oriel-host migrate --list', 'oriel-host migrate src/host.ts --down'],
  options: { down: { type: 'boolean' }, list: { type: 'boolean' }, json: { type: 'boolean' } },
  maxPositionals: 1,
  run: async ({ down, list, json }, [file]) => {
    if (down && list) throw new UsageError('--down and --list exclude each other');
    const loaded = await loadHost(file);
    const migrations = getMigrations(loaded);
    try {
      if (list) return printStates(await migrations.list(), json);
      if (!down) return printNames(await migrations.migrate(), 'ran', 'No migration is pending', json);
      const reverted = await migrations.revert();
      return printNames(reverted === undefined ? [] : [reverted], 'reverted', 'No migration has run', json);
    } catch (error) {
      throw explain(error, loaded);
    }
  },
});

function getMigrations({ host, file }: LoadedHost): Migrations {
  const { migrations } = host.config;
  if (migrations !== undefined) return migrations;
  const issue: ConfigIssue = {
    code: 'ORIEL_CLI_NO_MIGRATIONS',
    place: 'defineHost(…)',
    reason: 'The host has no migrations',
    fix: "Add migrations: sqlMigrations(database, { '2026-01-piers': { up, down } }) of oriel-host/kysely",
  };
  throw new LoadError(`${shorten(file)} cannot be migrated`, [issue]);
}

function printStates(states: readonly MigrationState[], json: boolean | undefined): 0 {
  if (json)
    return printJson(
      states.map(({ name, executedAt, missing = false }) => ({ name, executedAt: executedAt ?? null, missing })),
    );
  if (states.length === 0) return print('The host has an empty list of migrations');
  const rows = states.map(({ name, executedAt, missing }) => [
    style('bold', name),
    executedAt?.toISOString() ?? style('yellow', 'pending'),
    missing ? style('red', 'the application does not have it') : '',
  ]);
  const pending = states.filter(({ executedAt }) => executedAt === undefined).length;
  return print(`${alignColumns(rows).join('\n')}\n\n${count(states.length, 'migration')}, ${pending} pending`);
}

function printNames(names: readonly string[], verb: string, none: string, json: boolean | undefined): 0 {
  if (json) return printJson(names);
  if (names.length === 0) return print(none);
  return print(
    [...names.map((name) => style('bold', name)), '', `${count(names.length, 'migration')} ${verb}`].join('\n'),
  );
}

function explain(error: unknown, { file }: LoadedHost): LoadError {
  const issue: ConfigIssue = isMigrationError(error)
    ? { code: error.code, place: error.migration, reason: error.reason, fix: error.fix }
    : {
        code: 'ORIEL_MIGRATION',
        place: 'migrations',
        reason: withCauses(error),
        fix: 'Ensure that the database is running and that the application may change its tables',
      };
  return new LoadError(`${shorten(file)} cannot be migrated`, [issue], 1, { cause: error });
}

// The application may use another copy of Oriel, so `instanceof` does not work.
function isMigrationError(error: unknown): error is MigrationError {
  const { code, migration, reason, fix } = (error ?? {}) as Partial<Record<keyof MigrationError, unknown>>;
  return code === 'ORIEL_MIGRATION' && [migration, reason, fix].every((value) => typeof value === 'string');
}

// An error about a lost connection has the error of the driver as its cause.
function withCauses(error: unknown): string {
  const reasons: string[] = [];
  for (let current = error; current instanceof Error && reasons.length < MAX_CAUSES; current = current.cause)
    reasons.push(current.message || String((current as { code?: unknown }).code ?? current.name));
  return reasons.join('\nbecause ') || String(error);
}

const MAX_CAUSES = 5;
