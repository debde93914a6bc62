import type { DatabaseSync } from 'node:sqlite';
import { COLUMNS } from './profile-row.ts';

export const SCHEMA_VERSION = 4;

/** "ORPF": distinguishes a profile store from other databases. */
export const APPLICATION_ID = 0x4f525046;

/**
 * Returns the statements that create the tables of a profile store: `profiles` with one row per profile for lists and
 * searches; `profile_data` with the encoded data; the texts that encoded profiles share; and counters, so that limits
 * need no counting.
 *
 * @param firstToken the first number of the token counter
 */
export function createTables(firstToken: number): string {
  return `
    create table profiles (${COLUMNS.join(', ')});
    create index profiles_time on profiles (time);
    create index profiles_pinned on profiles (time) where pinned = 1;
    create table profile_data (seq integer primary key, data blob not null);
    create table profile_texts (id text primary key, size integer not null, last_seq integer not null);
    create table profile_text_parts (id text, first integer, texts text not null, primary key (id, first)) without rowid;
    create table profile_counters (
      id integer primary key, next_seq integer not null, profiles integer not null,
      next_token integer not null, leased integer not null
    );
    insert into profile_counters values (1, 1, 0, ${firstToken}, 0);
    pragma application_id = ${APPLICATION_ID};
    pragma user_version = ${SCHEMA_VERSION};`;
}

/** Returns the statements that drop all tables of a store. */
export function dropTables(database: DatabaseSync): string {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.map(({ name }) => `drop table "${String(name)}";`).join(' ');
}
