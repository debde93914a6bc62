import { isObject } from 'oriel-core/http';
import type { TransactionOptions } from '../declare/transaction-options.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { isReadOperation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';

/** Returns the isolation level and the lock of the transactions of an operation. Those of the API apply where the store has them. */
export function resolveTransaction(
  options: object,
  { store }: Pick<ResourceModel, 'store'>,
  { transaction: shared }: ApiConfig,
): TransactionOptions {
  const { transaction } = options as { readonly transaction?: unknown };
  const hasLevels = (store?.isolationLevels ?? []).length > 0;
  return { ...(hasLevels ? shared : {}), ...(isObject(transaction) ? transaction : {}) };
}

/** Reports isolation levels and locks that the store or the operation does not have. */
export function validateTransactions({ operations, store, report, name }: MutableResourceModel): void {
  for (const { custom, kind, method, transaction, name: operationName } of operations) {
    if (Object.keys(transaction).length === 0 || isReadOperation({ kind, method }) || kind === 'bulk') continue;
    const path = `${custom === undefined ? 'operations' : 'custom'}.${operationName.slice(name.length + 1)}.transaction`;
    const issue = findIssue(transaction, store?.isolationLevels ?? [], custom !== undefined);
    if (issue !== undefined) report(path, issue[0], issue[1], 'ORIEL_RESOURCE_TRANSACTION');
  }
}

type Issue = readonly [reason: string, fix: string];

function findIssue(
  { isolation, lock = 'update' }: TransactionOptions,
  levels: readonly string[],
  isCustom: boolean,
): Issue | undefined {
  if (levels.length === 0)
    return ['The store of the resource has no isolation levels and locks', 'Remove it, or use a store in PostgreSQL'];
  if (isCustom || lock === 'update' || lock === 'no key update') return undefined;
  if (lock === 'share')
    return ['Two writes of an item with lock "share" would wait for each other', "Use lock: 'update'"];
  return isolation === undefined || isolation === 'read committed'
    ? ['Without a lock, a write could overwrite that of another request', "Add isolation: 'repeatable read'"]
    : undefined;
}
