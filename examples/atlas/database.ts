import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Generated } from 'kysely';
import { NodeSqliteDialect } from 'oriel-host/kysely';

/** The tables of the atlas, which migrations.ts creates. */
export interface AtlasTables {
  countries: CountryTable;
  cities: CityTable;
  languages: LanguageTable;
  currencies: CurrencyTable;
  users: UserTable;
  notes: NoteTable;
  /** Properties of the file; `complete` is written last. */
  meta: { key: string; value: string };
}

export interface CountryTable {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** ISO 3166-1 alpha-3. */
  code3: string;
  name: string;
  /** The name after `fold`, for the order. */
  folded: string;
  official_name: string;
  /** A JSON list: two countries have several, five have none. */
  capitals: string;
  continent: string;
  subregion: string | null;
  /** Square kilometres. */
  area: number | null;
  latitude: number;
  longitude: number;
  /** JSON lists of codes. */
  languages: string;
  currencies: string;
  borders: string;
  flag: string;
}

export interface LanguageTable {
  /** ISO 639-3. */
  code: string;
  name: string;
}

export interface CurrencyTable {
  /** ISO 4217. */
  code: string;
  name: string;
  symbol: string;
}

export interface CityTable {
  /** The GeoNames ID; added cities have higher IDs. */
  id: Generated<number>;
  name: string;
  /** The name after `fold`, for search and order. */
  folded: string;
  country: string;
  /** GeoNames code of the first-level division. */
  admin: string | null;
  /** GeoNames feature code, such as PPLC for a capital. */
  feature: string | null;
  latitude: number;
  longitude: number;
  /** 0 if unknown. */
  population: number;
  /** The user who added it; null for cities of the original data. */
  owner: string | null;
}

export interface UserTable {
  id: string;
  /** A JSON list. */
  roles: string;
  /** An argon2id hash. */
  password: string;
  /** The part of the API key before the dot; the secret after it is not stored. */
  key: string;
  key_hash: string;
}

export interface NoteTable {
  id: Generated<number>;
  city: number;
  text: string;
  /** The id of the user who wrote it. */
  owner: string;
}

export type AtlasDatabase = Kysely<AtlasTables>;

/** Opens the database at the first query, after `ready` has ensured that the file exists. */
export function openDatabase(file: string, ready: () => Promise<unknown> = () => Promise.resolve()): AtlasDatabase {
  const database = () => ready().then(() => new DatabaseSync(file));
  return new Kysely<AtlasTables>({ dialect: new NodeSqliteDialect({ database }) });
}
