import { message } from 'oriel-core/messages';
import type { Logger } from 'oriel-core/trace';
import type { BodyDocument } from '../model/format.ts';
import type { Item } from '../model/reach.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import { violationError, prepareBulkItem, writeBulkItem } from './bulk-item.ts';
import { notifyChange } from './item-change.ts';
import { getTransaction, isAtomic } from './locked-write.ts';
import type { OperationRun } from './operation-run.ts';
import { runWrite } from './run-write.ts';
import { toStoredResponse } from './stored-response.ts';
import type { Violation } from 'oriel-core/http';
import { HttpError, UnprocessableContentError, getStatus, toProblem } from 'oriel-core/http';
import { authorizeBody } from '../reach/authorize.ts';
import { unreadableLinks, validateLinks } from '../request/body/validate-links.ts';
import { itemTag } from '../represent/entity-tag.ts';
import { itemJson } from '../represent/json-format.ts';

/** Whether the body is a list for an operation that accepts many items. */
export function isBulkRequest({ operation, body }: OperationRun): boolean {
  if (operation.kind === 'bulk') return true;
  return operation.kind === 'create' && operation.resource.definition.bulk !== undefined && listIn(body) !== undefined;
}

/**
 * Creates or changes many items. An atomic request writes all of them or none, and its response is the list of items. Otherwise
 * each item is written on its own, and the response (207) has a result for each, in the same order.
 *
 * @throws {UnprocessableContentError} (as a rejection) if nothing was written because the list or, in an atomic request, an
 *   item is invalid; pointers start with the index: `/3/title`
 */
export async function runBulk(run: OperationRun, logger: Logger): Promise<OperationResponse> {
  const { operation, body, claim } = run;
  const { bulk } = operation.resource.definition;
  const sent = listIn(body);
  if (sent === undefined) throw violationError('', message('items.not-a-list'), 'list');
  if (sent.length > bulk!.max) throw violationError('', message('items.too-many', { count: bulk!.max }), 'list');
  const atomic = bulk!.atomic !== false;
  const written: OperationRun[] = [];
  const work = async (): Promise<OperationResponse> => {
    written.length = 0;
    const response = atomic
      ? await listResponse(run, await writeAll(run, sent, written))
      : resultsResponse(await writeEach(run, sent, logger));
    await claim?.complete(toStoredResponse(response, undefined));
    return response;
  };
  const transaction = atomic ? getTransaction(operation) : undefined;
  const write = async () => claim?.write(work, transaction) ?? transaction?.(work) ?? work();
  const response = await (atomic ? runWrite(run, logger, true, write) : write());
  for (const member of written) notifyChange(member, member.next);
  return response;
}

async function listResponse(run: OperationRun, items: readonly Item[]): Promise<OperationResponse> {
  const { operation, format, context } = run;
  const status = operation.kind === 'bulk' ? 200 : 201;
  run.page = { items: items.map((item) => run.visibleItem(item)) };
  if (run.inclusion) await format.prepare?.(run.page.items, run);
  const body = format.writeList({ page: run.page, links: { self: context.path } }, run);
  return { status, headers: undefined, contentType: format.contentType, body };
}

function resultsResponse(results: readonly BulkResult[]): OperationResponse {
  const body = JSON.stringify({ results });
  return { status: 207, headers: undefined, contentType: 'application/json; charset=utf-8', body };
}

// A JSON array or the rows of a CSV document.
function listIn(body: BodyDocument | undefined): readonly unknown[] | undefined {
  if (body?.kind === 'values') return body.values;
  return body?.kind === 'value' && Array.isArray(body.value) ? body.value : undefined;
}

/**
 * Writes many items or none. All items are validated before the first one is written. To be called in a transaction.
 *
 * @param written the runs of written items are appended to it
 * @throws {HttpError} (as a rejection) with the index of the item
 */
async function writeAll(run: OperationRun, sent: readonly unknown[], written: OperationRun[]): Promise<Item[]> {
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
      violations.push(...prefixPointers(index, error.violations));
      if (violations.length >= MAX_VIOLATIONS) break;
    }
  }
  for (const [index, unreadable] of (await unreadableLinks(members, run)).entries())
    violations.push(...prefixPointers(indexes[index]!, unreadable));
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

function prefixPointers(index: number, violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, pointer: `/${index}${violation.pointer ?? ''}` }));
}

// Adds the index of the item to an error.
function withIndex(error: unknown, index: number): unknown {
  if (error instanceof UnprocessableContentError)
    return new UnprocessableContentError(prefixPointers(index, error.violations));
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

/** The result of one item of a bulk request that is not atomic. */
type BulkResult = { readonly status: number } & Readonly<Record<string, unknown>>;

/** Writes many items, each on its own, and repeats those whose transaction conflicts. The error of an item is its result. */
async function writeEach(run: OperationRun, sent: readonly unknown[], logger: Logger): Promise<BulkResult[]> {
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
      const { member, item } = await runWrite(run, logger, isAtomic(run), async () => transaction?.(write) ?? write());
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
