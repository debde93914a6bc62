import { HttpError, getStatus, toProblem } from 'oriel-core/http';
import type { Item } from '../model/reach.ts';
import { authorizeBody } from '../reach/authorize.ts';
import { itemTag } from '../represent/entity-tag.ts';
import { itemJson } from '../represent/json-format.ts';
import { validateLinks } from '../request/body/validate-links.ts';
import { prepareBulkItem, writeBulkItem } from './bulk-item.ts';
import { notifyChange } from './item-change.ts';
import { getTransaction, isAtomic } from './locked-write.ts';
import type { OperationRun } from './operation-run.ts';
import { runWrite } from './run-write.ts';
import type { WriteOptions } from './run-write.ts';

/** The result of one item of a bulk request that is not atomic. */
export type BulkResult = { readonly status: number } & Readonly<Record<string, unknown>>;

/** Writes many items, each on its own, and repeats those whose transaction conflicts. The error of an item is its result. */
export async function writeEach(
  run: OperationRun,
  sent: readonly unknown[],
  options: WriteOptions,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const transaction = getTransaction(run.operation);
  for (const element of sent) {
    const write = async (): Promise<{ member: OperationRun; item: Item }> => {
      const member = await prepareBulkItem(run, element, new Set());
      await validateLinks(member);
      member.reach = await authorizeBody(member);
      return { member, item: await writeBulkItem(member) };
    };
    try {
      const { member, item } = await runWrite(run, options, isAtomic(run), async () => transaction?.(write) ?? write());
      notifyChange(member, item);
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
      results.push({ status: getStatus(error), problem: toProblem(error, false) });
    }
  }
  return results;
}
