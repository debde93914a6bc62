import { COLUMNS } from './sql-profile-row.ts';

/**
 * The tables of the profile store: batches as they came; for what is older or pinned a narrow table that lists and
 * searches read and a wide one that is opened profile by profile; the texts that profiles share; and one row of
 * counters, so that caps and leases never count.
 */
export const SCHEMA_VERSION = 3;

// "ORPF": tells a profile store from somebody else's database.
export const APPLICATION_ID = 0x4f525046;

/**
 * The texts that packed profiles share: lists that only grow, kept in parts as they grew. A list goes when no profile
 * needs it any more. How much of one is kept is asked of the store each time, because another process may have removed
 * it, or the store itself be another.
 */
const TEXTS_SCHEMA = `
  create table if not exists profile_texts (id text primary key, size integer not null, last_seq integer not null);
  create table if not exists profile_text_parts (id text, first integer, texts text not null, primary key (id, first)) without rowid;`;

/**
 * Batches are kept as they came, one row for all their profiles, as long as they are among the newest: most are removed
 * before anybody has looked. What is older, or pinned, has rows and indexes of its own.
 */
const BATCHES_SCHEMA = `
  create table if not exists profile_batches (
    first integer primary key, count integer not null, skipped integer not null, oldest real not null,
    newest real not null, lowest integer not null, highest integer not null, tokens text not null
  );
  create table if not exists profile_batch_data (first integer primary key, columns text not null, data blob not null);`;

/** Statements that make an empty database a profile store. */
export function schema(firstToken: number): string {
  return `
    create table profiles (${COLUMNS.join(', ')});
    create index profiles_time on profiles (time);
    create index profiles_status on profiles (status, time);
    create index profiles_route on profiles (route, time);
    create index profiles_method on profiles (method, time);
    create index profiles_pinned on profiles (time) where pinned = 1;
    create table profile_data (seq integer primary key, data blob not null);
    ${TEXTS_SCHEMA}
    ${BATCHES_SCHEMA}
    create table profile_counters (
      id integer primary key, next_seq integer not null, profiles integer not null,
      next_token integer not null, leased integer not null
    );
    insert into profile_counters values (1, 1, 0, ${firstToken}, 0);
    pragma application_id = ${APPLICATION_ID};
    pragma user_version = ${SCHEMA_VERSION};`;
}

/** What turns a store of any version before into one of this: since the second profiles are packed, since the third in batches. */
export const UPGRADE = `${TEXTS_SCHEMA} ${BATCHES_SCHEMA} pragma user_version = ${SCHEMA_VERSION};`;
