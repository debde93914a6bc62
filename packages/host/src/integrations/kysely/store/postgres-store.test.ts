import { after } from 'node:test';
import { sql } from 'kysely';
import { resourceStoreContract } from '../../../../../../test/contracts/resource-store.ts';
import { POSTGRES_TYPES, openStores } from '../../../../../../test/contracts/store-tables.ts';
import { computedFieldsContract } from '../../../../../../test/contracts/computed-fields.ts';
import { columnTypesContract } from '../../../../../../test/contracts/column-types.ts';
import { storedValuesContract } from '../../../../../../test/contracts/stored-values.ts';
import { POSTGRES_VALUES } from '../../../../../../test/contracts/stored-values-cases.ts';
import { kyselyLibrary } from '../../../../../../test/contracts/kysely-library.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const { database, skip, close } = await connectPostgres('contract', 'TimeZone=Asia/Tokyo');
after(close);

resourceStoreContract('sqlStore on PostgreSQL', {
  constraints: true,
  skip,
  open: () => openStores(kyselyLibrary(database, POSTGRES_TYPES)),
});

storedValuesContract('sqlStore on PostgreSQL', () => kyselyLibrary(database, POSTGRES_TYPES), POSTGRES_VALUES, skip);
columnTypesContract('sqlStore on PostgreSQL', () => kyselyLibrary(database, POSTGRES_TYPES), skip);
computedFieldsContract('sqlStore on PostgreSQL', () => kyselyLibrary(database, POSTGRES_TYPES), sql, skip);
