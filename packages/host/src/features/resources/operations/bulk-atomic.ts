import type { Violation } from 'oriel-core/http';
import { HttpError, UnprocessableContentError } from 'oriel-core/http';
import type { Item } from '../model/reach.ts';
import { authorizeBody } from '../reach/authorize.ts';
import { unreadableLinks } from '../request/body/validate-links.ts';
import { prepareBulkItem, writeBulkItem } from './bulk-item.ts';
import type { OperationRun } from './operation-run.ts';

/**
 * Writes many items or none. All items are validated before the first one is written. To be called in a transaction.
 *
 * @param written the runs of written items are appended to it
 * @throws {HttpError} (as a rejection) with the index of the item
 */
export async function writeAll(run: OperationRun, sent: readonly unknown[], written: OperationRun[]): Promise<Item[]> {
  const members: OperationRun[] = [];
  const indexes: number[] = [];
  const violations: Violation[] = [];
  const seen = new Set<string>();
  for (const [index, element] of sent.entries()) {
    try {
      members.push(await prepareBulkItem(run, element, seen));
      indexes.push(index);
    } catch (error) {
      if (!(error instanceof UnprocessableContentError)) throw withIndex(error, index);
      violations.push(...at(index, error.violations));
      if (violations.length >= MAX_VIOLATIONS) break;
    }
  }
  for (const [index, unreadable] of (await unreadableLinks(members, run)).entries())
    violations.push(...at(indexes[index]!, unreadable));
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, MAX_VIOLATIONS));
  for (const [index, member] of members.entries()) {
    try {
      member.reach = await authorizeBody(member);
    } catch (error) {
      throw withIndex(error, index);
    }
  }
  const items: Item[] = [];
  for (const [index, member] of members.entries()) {
    try {
      items.push(await writeBulkItem(member));
      written.push(member);
    } catch (error) {
      throw withIndex(error, index);
    }
  }
  return items;
}

const MAX_VIOLATIONS = 100;

function at(index: number, violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, pointer: `/${index}${violation.pointer ?? ''}` }));
}

// Adds the index of the item to an error.
function withIndex(error: unknown, index: number): unknown {
  if (error instanceof UnprocessableContentError) return new UnprocessableContentError(at(index, error.violations));
  if (!(error instanceof HttpError)) return error;
  const { status, detail, title, type, headers, extensions } = error;
  return new HttpError(status, detail, {
    title,
    type,
    headers,
    extensions: { ...extensions, item: index },
    cause: error,
  });
}
