import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { postgresRefusal } from './postgres-errors.ts';

const refusal = (code: string, more: object = {}) => postgresRefusal({ code, ...more });

test('recognizes duplicate, missing, referenced and null values with their columns', () => {
  const taken = { detail: 'Key (name, "homeCountry")=(Berlin, DE) already exists.', constraint: 'cities_key' };
  deepEqual(refusal('23505', taken), {
    ...{ kind: 'unique', columns: ['name', 'homeCountry'], constraint: 'cities_key' },
  });
  const missing = { detail: 'Key (country)=(XX) is not present in table "countries".', constraint: 'fk' };
  deepEqual(refusal('23503', missing), { kind: 'missing', columns: ['country'], constraint: 'fk' });
  const used = { detail: 'Key (id)=(1) is still referenced from table "cities".' };
  deepEqual(refusal('23503', { ...used, constraint: 'fk' }), { kind: 'referenced', columns: [], constraint: 'fk' });
  deepEqual(refusal('23001'), { kind: 'referenced', columns: [], constraint: undefined });
  deepEqual(refusal('23502', { column: 'name' }), { kind: 'null', columns: ['name'] });
  deepEqual(refusal('23514', { constraint: 'positive' }), { kind: 'check', columns: [], constraint: 'positive' });
});

test('recognizes the columns and a row in use if the messages of the server are in another language', () => {
  const taken = { detail: 'La clé « (name)=(Berlin) » existe déjà.' };
  deepEqual(refusal('23505', taken)?.columns, ['name']);
  deepEqual(refusal('23505', { detail: 'キー (name)=(Berlin) はすでに存在します。' })?.columns, ['name']);
  const used = { code: '23503', detail: 'Auf Schlüssel (id)=(1) wird noch aus Tabelle »cities« verwiesen.' };
  equal(postgresRefusal(used, true)?.kind, 'referenced');
});

test('recognizes exclusion constraints, and finds columns in expressions', () => {
  const overlap = {
    detail:
      'Key (room_id, tstzrange(starts_at, "endsAt"))=(1, ["2026-01-01",)) conflicts with existing key (room_id, …)=(1, …).',
    constraint: 'no_overlap',
  };
  deepEqual(refusal('23P01', overlap), {
    ...{ kind: 'exclusion', columns: ['room_id', 'starts_at', 'endsAt'], constraint: 'no_overlap' },
  });
  const expression = { detail: 'Key (lower(email::text), "group"::character varying[])=(a, b) already exists.' };
  deepEqual(refusal('23505', expression)?.columns, ['email', 'group']);
});

test('recognizes values that a column cannot store, and ignores other errors', () => {
  deepEqual(refusal('22003'), { kind: 'value', columns: [], constraint: undefined });
  deepEqual(refusal('22P02'), { kind: 'value', columns: [], constraint: undefined });
  for (const code of ['42P01', '08006', '23', 'ECONNREFUSED']) equal(refusal(code), undefined, code);
  equal(postgresRefusal(new TypeError('Not of the database')), undefined);
  equal(postgresRefusal(undefined), undefined);
});
