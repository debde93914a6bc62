import { after } from 'node:test';
import { resourceStoreContract } from '../../../features/resources/declare/resource-store.contract.ts';
import { POSTGRES_TYPES, openStores } from '../../sql/contract-tables.contract.ts';
import { columnTypesContract } from '../../sql/column-types.contract.ts';
import { storedValuesContract } from '../../sql/stored-values.contract.ts';
import { POSTGRES_VALUES } from '../../sql/stored-values-cases.contract.ts';
import { kyselyLibrary } from './contract-library.contract.ts';
import { connectPostgres } from './postgres.contract.ts';

const { database, skip, close } = await connectPostgres('contract', 'TimeZone=Asia/Tokyo');
after(close);

resourceStoreContract('sqlStore on PostgreSQL', {
  constraints: true,
  skip,
  open: () => openStores(kyselyLibrary(database, POSTGRES_TYPES)),
});

storedValuesContract('sqlStore on PostgreSQL', () => kyselyLibrary(database, POSTGRES_TYPES), POSTGRES_VALUES, skip);
columnTypesContract('sqlStore on PostgreSQL', () => kyselyLibrary(database, POSTGRES_TYPES), skip);
