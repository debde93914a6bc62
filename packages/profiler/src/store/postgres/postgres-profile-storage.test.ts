import { after } from 'node:test';
import { connectPostgres, POSTGRES_URL } from '../../../../host/src/integrations/kysely/store/postgres.contract.ts';
import { profileStorageContract } from '../profile-storage.contract.ts';
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
