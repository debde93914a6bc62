import { HttpError, UnprocessableContentError, statusOf, toProblem } from '../../http/index.ts';
import type { Violation } from '../../http/index.ts';
import type { Answer } from '../answers/answer-of.ts';
import { bulkMember, wrong } from './bulk-member.ts';
import { process } from './process.ts';
import { itemTag } from '../running/entity-tag.ts';
import { keptAnswer } from './idempotency.ts';
import { tellChange } from '../live/item-change.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';

/** Was a list sent to an operation that takes many items at once? */
export function isBulk({ operation, body }: OperationRun): boolean {
  if (operation.kind === 'bulk') return true;
  return operation.kind === 'create' && operation.resource.definition.bulk !== undefined && listIn(body) !== undefined;
}

/**
 * Creates or changes many items. Atomically: all or none, and the answer is the list of them; what is wrong is told for all at
 * once, with pointers such as `/3/title`. Else each on its own, and the answer (207) has a result for each, in their order.
 *
 * @throws {UnprocessableContentError} when nothing was done, because the list or something in it is wrong
 */
export async function runBulk(run: OperationRun): Promise<Answer> {
  const { operation, body, claim } = run;
  const { bulk, store } = { ...operation.resource.definition, store: operation.resource.store };
  const sent = listIn(body);
  if (sent === undefined) throw wrongList('Send a list of items');
  if (sent.length > bulk!.max) throw wrongList(`Send at most ${bulk!.max} items at once`);
  const atomic = bulk!.atomic !== false;
  const written: OperationRun[] = [];
  const work = async (): Promise<Answer> => {
    const answer = atomic
      ? await listAnswer(run, await writeAll(run, sent, written))
      : resultsAnswer(await writeEach(run, sent));
    await claim?.complete(keptAnswer(answer, undefined));
    return answer;
  };
  if (claim) claim.working = true;
  try {
    const answer = await (atomic ? store!.transaction!(work) : work());
    written.forEach(tellChange);
    return answer;
  } catch (error) {
    if (claim) Object.assign(claim, { working: false, completed: false });
    throw error;
  }
}

async function writeAll(run: OperationRun, sent: readonly unknown[], written: OperationRun[]): Promise<Item[]> {
  const members: OperationRun[] = [];
  const violations: Violation[] = [];
  const seen = new Set<string>();
  for (const [index, each] of sent.entries()) {
    try {
      members.push(await bulkMember(run, each, seen));
    } catch (error) {
      if (!(error instanceof UnprocessableContentError)) throw placed(error, index);
      violations.push(...at(index, error.violations));
      if (violations.length >= MOST_VIOLATIONS) break;
    }
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, MOST_VIOLATIONS));
  const items: Item[] = [];
  for (const [index, member] of members.entries()) {
    try {
      items.push(await writeOne(member));
      written.push(member);
    } catch (error) {
      throw placed(error, index);
    }
  }
  return items;
}

const MOST_VIOLATIONS = 100;

type Result = { readonly status: number } & Readonly<Record<string, unknown>>;

async function writeEach(run: OperationRun, sent: readonly unknown[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const each of sent) {
    try {
      const member = await bulkMember(run, each, new Set());
      const item = await writeOne(member);
      tellChange(member);
      const tag = itemTag(member, item);
      results.push({
        status: member.operation.kind === 'create' ? 201 : 200,
        location: member.operation.resource.iri(item, member.uri),
        ...(tag === undefined ? {} : { etag: `"${tag}"` }),
        item: JSON.parse(
          member.format.name === 'json'
            ? String(member.format.writeItem(member.seen(item), member))
            : member.itemText(item),
        ),
      });
    } catch (error) {
      if (!(error instanceof HttpError)) run.context.error ??= error;
      results.push({ status: statusOf(error), problem: toProblem(error, false) });
    }
  }
  return results;
}

async function writeOne(member: OperationRun): Promise<Item> {
  const item = await process(member);
  if (item === null || item === undefined) throw wrong('', 'It went away while it was changed', 'not_found');
  member.created = member.operation.kind === 'create';
  member.next = item;
  return item;
}

async function listAnswer(run: OperationRun, items: readonly Item[]): Promise<Answer> {
  const { operation, format, context } = run;
  const status = operation.kind === 'bulk' ? 200 : 201;
  run.page = { items: items.map((item) => run.seen(item)) };
  await format.gather?.(run.page.items, run);
  const body = format.writeList({ page: run.page, links: { self: context.path } }, run);
  return { status, headers: undefined, contentType: format.contentType, body };
}

function resultsAnswer(results: readonly Result[]): Answer {
  const body = JSON.stringify({ results });
  return { status: 207, headers: undefined, contentType: 'application/json; charset=utf-8', body };
}

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

function wrongList(detail: string): UnprocessableContentError {
  return wrong('', detail, 'list');
}

// A JSON array, or the rows of a table.
function listIn(body: OperationRun['body']): readonly unknown[] | undefined {
  if (body?.kind === 'values') return body.values;
  return body?.kind === 'value' && Array.isArray(body.value) ? body.value : undefined;
}
