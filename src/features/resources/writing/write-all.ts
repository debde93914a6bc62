import { HttpError, UnprocessableContentError } from '../../../core/http/errors.ts';
import type { Violation } from '../../../core/http/errors.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { authorizeBody } from '../access/authorize.ts';
import { unreadableLinks } from '../bodies/validate-links.ts';
import { prepareBulkItem, writeBulkItem } from './bulk-item.ts';

/**
 * Writes many items or none: what is wrong is found in all of them before the first is written. Runs in a transaction.
 * @param written takes the runs of what was written
 * @throws {HttpError} (as a rejection) that says which item it is about
 */
export async function writeAll(run: OperationRun, sent: readonly unknown[], written: OperationRun[]): Promise<Item[]> {
  const members: OperationRun[] = [];
  const places: number[] = [];
  const violations: Violation[] = [];
  const seen = new Set<string>();
  for (const [index, each] of sent.entries()) {
    try {
      members.push(await prepareBulkItem(run, each, seen));
      places.push(index);
    } catch (error) {
      if (!(error instanceof UnprocessableContentError)) throw placed(error, index);
      violations.push(...at(index, error.violations));
      if (violations.length >= MOST_VIOLATIONS) break;
    }
  }
  for (const [index, unreadable] of (await unreadableLinks(members, run)).entries())
    violations.push(...at(places[index]!, unreadable));
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, MOST_VIOLATIONS));
  for (const [index, member] of members.entries()) {
    try {
      await authorizeBody(member);
    } catch (error) {
      throw placed(error, index);
    }
  }
  const items: Item[] = [];
  for (const [index, member] of members.entries()) {
    try {
      items.push(await writeBulkItem(member));
      written.push(member);
    } catch (error) {
      throw placed(error, index);
    }
  }
  return items;
}

const MOST_VIOLATIONS = 100;

function at(index: number, violations: readonly Violation[]): Violation[] {
  return violations.map((each) => ({ ...each, pointer: `/${index}${each.pointer ?? ''}` }));
}

// An error that concerns one item says which.
function placed(error: unknown, index: number): unknown {
  if (error instanceof UnprocessableContentError) return new UnprocessableContentError(at(index, error.violations));
  if (!(error instanceof HttpError)) return error;
  const { status, message, title, type, headers, extensions } = error;
  return new HttpError(status, message, {
    title,
    type,
    headers,
    extensions: { ...extensions, item: index },
    cause: error,
  });
}
