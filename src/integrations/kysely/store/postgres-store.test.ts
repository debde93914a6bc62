import { after } from 'node:test';
import { resourceStoreContract } from '../../../features/resources/stores/resource-store.contract.ts';
import { POSTGRES_TYPES, openStores } from './contract-tables.contract.ts';
import { connectPostgres } from './postgres.contract.ts';

const { database, skip, close } = await connectPostgres('contract');
after(close);

resourceStoreContract('sqlStore on PostgreSQL', {
  constraints: true,
  skip,
  open: () => openStores(database, POSTGRES_TYPES),
});
