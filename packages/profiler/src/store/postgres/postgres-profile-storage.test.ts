import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { connectPostgres, POSTGRES_URL } from '../../../../../test/contracts/postgres.ts';
import { parseQueryText } from '../search/query-language.ts';
import { profile, profileStorageContract, query } from '../../../../../test/contracts/profile-storage.ts';
import { PostgresProfileStorage } from './postgres-profile-storage.ts';

const postgres = await connectPostgres('profiles');
const url = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}`;
let count = 0;
after(() => postgres.close());

profileStorageContract(
  'profiles in PostgreSQL',
  (caps) => new PostgresProfileStorage({ url, prefix: `t${++count}`, ...(caps ? { caps } : {}) }),
  postgres.skip,
);

test(
  'tables of an earlier version get the ids of visitors, and keep their profiles',
  { skip: postgres.skip },
  async () => {
    const before = new PostgresProfileStorage({ url, prefix: 'before' });
    assert.equal(await before.write([profile(0)]), true);
    await before.close();
    await sql.raw('drop index before_profiles_visitor').execute(postgres.database);
    await sql.raw('alter table before_profiles drop column visitor').execute(postgres.database);
    await sql.raw('alter table before_profile_counters drop column secret').execute(postgres.database);
    const storages = [1, 2].map(() => new PostgresProfileStorage({ url, prefix: 'before' }));
    await Promise.all(storages.map((storage) => storage.lease(1)));
    assert.match(storages[0]!.secret ?? '', /^[0-9a-f]{64}$/);
    assert.equal(storages[0]!.secret, storages[1]!.secret);
    assert.equal(await storages[0]!.write([profile(1, { visitor: '3f9a1c2244556677' })]), true);
    const parsed = parseQueryText('visitor:3f9a1c22');
    assert.ok('terms' in parsed);
    const getTokens = async (terms: typeof parsed.terms): Promise<string[]> =>
      (await storages[1]!.find(query({ terms }))).rows.map(({ token }) => token);
    assert.deepEqual(await getTokens(parsed.terms), [profile(1).summary.token]);
    assert.deepEqual(
      await getTokens([]),
      [1, 0].map((index) => profile(index).summary.token),
    );
    await Promise.all(storages.map((storage) => storage.close()));
  },
);
