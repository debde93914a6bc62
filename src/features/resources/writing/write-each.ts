import { HttpError, statusOf } from '../../../core/http/errors.ts';
import { toProblem } from '../../../core/http/problem.ts';
import { authorizeBody } from '../access/authorize.ts';
import { validateLinks } from '../bodies/validate-links.ts';
import { itemJson } from '../responses/item-json.ts';
import { notifyChange } from '../live/item-change.ts';
import { itemTag } from '../running/entity-tag.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { prepareBulkItem, writeBulkItem } from './bulk-item.ts';

/** The result of one item of a bulk request that is not atomic. */
export type BulkResult = { readonly status: number } & Readonly<Record<string, unknown>>;

/** Writes many items, each on its own. The error of an item is its result. */
export async function writeEach(run: OperationRun, sent: readonly unknown[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const each of sent) {
    try {
      const member = await prepareBulkItem(run, each, new Set());
      await validateLinks(member);
      await authorizeBody(member);
      const item = await writeBulkItem(member);
      notifyChange(member);
      const tag = itemTag(member, item);
      results.push({
        status: member.operation.kind === 'create' ? 201 : 200,
        location: member.operation.resource.iri(item, member.uri),
        ...(tag === undefined ? {} : { etag: `"${tag}"` }),
        item: JSON.parse(
          member.format.name === 'json'
            ? String(member.format.writeItem(member.visibleItem(item), member))
            : itemJson(item, member),
        ),
      });
    } catch (error) {
      if (!(error instanceof HttpError)) run.context.error ??= error;
      results.push({ status: statusOf(error), problem: toProblem(error, false) });
    }
  }
  return results;
}
