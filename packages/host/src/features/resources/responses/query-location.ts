import { createListView } from './list-view.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * Returns the URL that returns the same list as a QUERY request with GET (RFC 10008). Undefined for other operations, and if
 * the URL would be too long.
 */
export function queryLocation(run: OperationRun): string | undefined {
  const { kind, method } = run.operation;
  if (kind !== 'list' || method !== 'QUERY') return undefined;
  const { self } = createListView(run).links;
  return self === '' || self.length > MAX_URL_LENGTH ? undefined : self;
}

const MAX_URL_LENGTH = 2_000;
