import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { canRead } from '../access/read-scope.ts';
import type { ReadScope } from '../access/read-scope.ts';
import { combineFilters } from '../filters/where.ts';
import { scopeValues } from './parent-access.ts';

/** A pattern of topics, in both languages of hubs. */
export interface TopicPattern {
  /** As a URL pattern: `/api/notes/:id`. */
  readonly pattern: string;
  /** As a URI template: `/api/notes/{id}`. */
  readonly template: string;
  /** Is it one topic, that means nothing but itself? */
  readonly exact?: true;
}

/** What a reader may hear of a resource. */
export interface TopicGrants {
  readonly patterns: readonly TopicPattern[];
  readonly because: string;
  /** Could no token tell what anybody may hear? */
  readonly isUnsupported?: boolean;
}

/**
 * The topics of an item: its address; and where some readers see only some rows, one for every value by which a rule can
 * tell rows apart, such as `/api/notes/7;~owner=ada`. A token for one of those lets nobody hear of other rows, nor of this
 * one once it has another owner.
 */
export function topicsOf(resource: ResourceModel, item: Item, run: OperationRun): string[] {
  const iri = resource.iri(item, run.uri);
  if (!hasRowRules(resource)) return [iri];
  const topics = [iri];
  // No write takes a row out of the scope of the writer, so columns that are not fields have the values of that scope.
  const scope = scopeValues(resource, run) ?? {};
  for (const name of new Set([...Object.keys(scope), ...resource.fieldByName.keys()])) {
    const value = resource.fieldByName.has(name) ? (item[name] ?? scope[name]) : scope[name];
    const text = plainText(resource, name, value);
    if (text !== undefined && topics.length < MOST_TOPICS) topics.push(`${iri};~${name}=${text}`);
  }
  return topics;
}

/** What a reader may hear, of what they see. @param scope the rows that the store limits the request to */
export function topicGrantsOf(
  resource: ResourceModel,
  { none, where: seen, parts }: ReadScope,
  scope?: FilterTree,
): TopicGrants {
  if (none) return { patterns: [], because: 'they may not read it' };
  // A rule that repeats the scope of the store adds nothing to it.
  const where = isDeepStrictEqual(scope, seen) ? seen : combineFilters([scope, seen]);
  if (parts.length > 0) return { patterns: [], because: LOOKS_AT_ITEMS, isUnsupported: true };
  if (where === undefined) return { patterns: [patternOf(resource, '')], because: 'they may read all of it' };
  const endings = endingsOf(resource, where);
  if (endings === undefined) return { patterns: [], because: NO_VALUES, isUnsupported: true };
  return {
    patterns: endings.map((ending) => patternOf(resource, ending)),
    because: `they may read the rows with ${JSON.stringify(where)}`,
  };
}

/** Does a live resource tell the addresses of its items alone? */
export function sendsIriOnly({ definition: { live } }: ResourceModel): boolean {
  return typeof live === 'object' && live.payload === 'iri';
}

/** What a reader may hear where the rule looks at each item: of those that they have just read, and see. */
export async function topicGrantsOfReadItems(resource: ResourceModel, run: OperationRun): Promise<TopicGrants> {
  const isTheirs = run.operation.resource === resource;
  const read = !isTheirs
    ? []
    : run.read.page !== undefined
      ? run.read.page.items
      : run.read.previous
        ? [run.read.previous]
        : [];
  const patterns: TopicPattern[] = [];
  for (const item of read) {
    const iri = resource.iri(item, run.uri);
    // A brace would make a template of it.
    if (!/[{}]/.test(iri) && (await canRead(item, resource, run)))
      patterns.push({ pattern: iri, template: iri, exact: true });
  }
  const because = patterns.length > 0 ? 'they have read them, and its rule looks at each' : NOTHING_READ;
  return { patterns, because };
}

const NOTHING_READ = 'its rule looks at each item, and they have read none of them here';
const LOOKS_AT_ITEMS =
  'its rule looks at each item, which no token can tell; let it give where({ owner: user.id }), or say live: { payload: "iri" }';
const NO_VALUES =
  'its rule asks for more than one value of one field, which no token can tell; let it give where({ owner: user.id })';

/** Do readers see some rows and not others, because of a rule or of the scope of the store? */
export function hasRowRules({ readAccess, store }: ResourceModel): boolean {
  if (store?.scope !== undefined) return true;
  if (readAccess === undefined) return false;
  return [...readAccess.get, ...readAccess.hiding].some(
    (part) => typeof part === 'function' || part.startsWith('attribute:'),
  );
}

// Any one of several values, each of one field of the item itself: all else would let hear more than can be seen.
function endingsOf(resource: ResourceModel, tree: FilterTree): readonly string[] | undefined {
  if ((tree.op === 'or' || (tree.op === 'and' && tree.of.length === 1)) && tree.of.length <= MOST_VALUES) {
    const endings = tree.of.map((each) => endingsOf(resource, each));
    return endings.every((each) => each !== undefined) ? endings.flat() : undefined;
  }
  const values = tree.op === 'in' ? tree.values : tree.op === 'eq' ? [tree.value] : undefined;
  if (values === undefined || values.length > MOST_VALUES || !('field' in tree)) return undefined;
  const texts = values.map((value) => plainText(resource, tree.field, value));
  return texts.every((each) => each !== undefined) ? texts.map((text) => `;~${tree.field}=${text}`) : undefined;
}

function patternOf({ collectionPaths, itemSegment }: ResourceModel, ending: string): TopicPattern {
  const { path } = collectionPaths[0]!;
  const { keys } = itemSegment;
  const template = keys.length === 1 ? '{id}' : keys.map((key) => `${key}={${key}}`).join(';');
  return {
    pattern: `${path.replace(/\{(\w+)\}/g, ':$1')}/:${ID}${ending}`,
    template: `${path}/${template}${ending}`,
  };
}

// A name that no variable of a path is likely to have: each may stand in a pattern once.
const ID = 'itemId';

// The same text stands for the same value, and nothing in it means anything in a pattern.
function plainText({ fieldByName, topicKey }: ResourceModel, name: string, value: unknown): string | undefined {
  const model = fieldByName.get(name);
  // The scope of a store may name columns that are not fields.
  if (model === undefined ? !SCOPE_TYPES.includes(typeof value) : TYPES[model.kind] !== typeof value) return undefined;
  const text = String(value);
  if (text === '' || text.length > LONGEST_TEXT || !text.isWellFormed()) return undefined;
  // A subscriber may name any topic and see whether an update comes, so topics hold no values of hidden fields.
  if (model !== undefined && model.read !== 'public')
    return createHmac('sha256', topicKey!).update(`${name}=${text}`).digest('base64url').slice(0, HASH_LENGTH);
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};
const SCOPE_TYPES: readonly string[] = ['string', 'number', 'boolean', 'bigint'];
const LONGEST_TEXT = 100;
const HASH_LENGTH = 22; // 132 bits
const MOST_VALUES = 100;
// A hub takes a hundred; some are left for the application.
const MOST_TOPICS = 80;
