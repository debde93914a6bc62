import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FilterTree } from '../resources/declare/filters/filter-tree.ts';
import type { OperationCall } from '../resources/model/operation-call.ts';
import type { Reach, Item } from '../resources/model/reach.ts';
import { EMPTY_SCOPE } from '../resources/model/reach.ts';
import type { ItemChange, ResourceModel } from '../resources/model/resource-model.ts';
import { canRead } from '../resources/reach/determine-reach.ts';
import { combineFilters } from '../resources/declare/filters/where.ts';
import { scopeValues } from './parent-access.ts';

/** A pattern of topics in both syntaxes of hubs. */
export interface TopicPattern {
  /** As a URL pattern: `/api/notes/:id`. */
  readonly pattern: string;
  /** As a URI template: `/api/notes/{id}`. */
  readonly template: string;
  /** Whether it is a single topic without variables. */
  readonly exact?: true;
}

/** The topics of a resource that a user may subscribe to. */
export interface TopicGrants {
  readonly patterns: readonly TopicPattern[];
  readonly because: string;
  /** Whether no topic can express what users may read, because of the rules of the resource. */
  readonly isUnsupported?: boolean;
}

/**
 * Returns the topics of an item: its IRI and, if some users can read only some rows, one for each value that rules can filter
 * by, such as `/api/notes/7;~owner=ada`. A token for such a topic grants no other rows, and not this row once its owner changes.
 * All but the IRI itself contain the tenant: `/api/notes/7;~tenant=acme;~owner=ada`.
 */
export function computeTopics(resource: ResourceModel, item: Item, call: ItemChange['call']): string[] {
  const iri = resource.iri(item, call.uri);
  if (!hasRowRules(resource)) return [iri];
  const ending = tenantEnding(resource, { ...call.reach.tenant, ...item });
  // Only users with the rows of all tenants may subscribe to the IRI.
  if (ending === undefined) return [iri];
  const base = iri + ending;
  const topics = ending === '' ? [iri] : [iri, base];
  if (!limitsRowsOfTenant(resource)) return topics;
  // A write cannot move a row out of the scope of its user, so columns that are not fields have the values of that scope.
  // Outside of requests they are unknown.
  const scope = call.context.route === undefined ? {} : (scopeValues(resource, call) ?? {});
  for (const name of new Set([...Object.keys(scope), ...resource.fieldByName.keys()])) {
    const value = resource.fieldByName.has(name) ? (item[name] ?? scope[name]) : scope[name];
    if (name === resource.tenant?.field) continue;
    const text = plainText(resource, name, value);
    if (text !== undefined && topics.length < MAX_TOPICS) topics.push(`${base};~${name}=${text}`);
  }
  return topics;
}

/** Returns the topics for what a user can read. @param scope the rows to which the store limits the request */
export function computeTopicGrants(resource: ResourceModel, reach: Reach | undefined, scope?: FilterTree): TopicGrants {
  if (reach === undefined) return { patterns: [], because: 'the user may not read it' };
  const { tenant, rows: seen, pending } = reach;
  // A rule that repeats the scope of the store adds nothing.
  const where = isDeepStrictEqual(scope, seen) ? seen : combineFilters([scope, seen]);
  if (pending.length > 0) return { patterns: [], because: LOOKS_AT_ITEMS, isUnsupported: true };
  const base = tenant === EMPTY_SCOPE ? '' : tenantEnding(resource, tenant);
  if (base === undefined) return { patterns: [], because: NO_TENANT_TOPIC, isUnsupported: true };
  if (where === undefined) {
    const because = base === '' ? 'the user may read all items' : 'the user may read all items of the tenant';
    return { patterns: [getPattern(resource, base)], because };
  }
  // Topics with the value of a field contain the tenant as well.
  const hasTopics = base !== '' || resource.tenant === undefined;
  const endings = hasTopics ? getEndings(resource, where) : undefined;
  if (endings === undefined) return { patterns: [], because: NO_VALUES, isUnsupported: true };
  return {
    patterns: endings.map((ending) => getPattern(resource, base + ending)),
    because: `the user may read the rows with ${JSON.stringify(where)}`,
  };
}

/** Returns whether the updates of a resource contain only the IRI. */
export function sendsIriOnly({ definition: { live } }: ResourceModel): boolean {
  return typeof live === 'object' && live.payload === 'iri';
}

/** Returns the topics of items that a call has read, for resources whose rules depend on the item. */
export async function topicGrantsOfItems(
  resource: ResourceModel,
  items: readonly Item[],
  call: OperationCall,
): Promise<TopicGrants> {
  const patterns: TopicPattern[] = [];
  for (const item of items) {
    const iri = resource.iri(item, call.uri);
    // A topic with a brace would be a template.
    if (!/[{}]/.test(iri) && (await canRead(item, resource, call)))
      patterns.push({ pattern: iri, template: iri, exact: true });
  }
  const because =
    patterns.length > 0 ? 'the user has read these items, and the rule depends on the item' : NOTHING_READ;
  return { patterns, because };
}

const NOTHING_READ = 'the rule depends on the item, and the response contains none';
const LOOKS_AT_ITEMS =
  'the rule depends on the item, which a topic cannot express; return where({ owner: user.id }) from it, or use live: { payload: "iri" }';
const NO_TENANT_TOPIC = 'the tenant is longer than 100 characters, which a topic cannot contain';
const NO_VALUES =
  'the rule filters by more than the value of one field, which a topic cannot express; return where({ owner: user.id }) from it';

/** Returns whether users can read some rows and not others, because of the tenant, a rule or the scope of the store. */
export function hasRowRules(resource: ResourceModel): boolean {
  return resource.tenant !== undefined || limitsRowsOfTenant(resource);
}

// Whether users can read some rows of a tenant and not others.
function limitsRowsOfTenant({ readAccess, store }: ResourceModel): boolean {
  if (store?.scope !== undefined) return true;
  if (readAccess === undefined) return false;
  return [...readAccess.get, ...readAccess.hiding].some(
    (part) => typeof part === 'function' || part.startsWith('attribute:'),
  );
}

// Returns `;~tenant=acme`, an empty text without tenants, and undefined for a tenant that a topic cannot contain.
function tenantEnding(resource: ResourceModel, item: Item): string | undefined {
  if (resource.tenant === undefined) return '';
  const { field } = resource.tenant;
  const text = plainText(resource, field, item[field]);
  return text === undefined ? undefined : `;~${field}=${text}`;
}

// Supports alternatives of equalities on fields of the item. Any other filter would grant more than the user can read.
function getEndings(resource: ResourceModel, tree: FilterTree): readonly string[] | undefined {
  if ((tree.op === 'or' || (tree.op === 'and' && tree.of.length === 1)) && tree.of.length <= MAX_VALUES) {
    const endings = tree.of.map((part) => getEndings(resource, part));
    return endings.every((ending) => ending !== undefined) ? endings.flat() : undefined;
  }
  const values = tree.op === 'in' ? tree.values : tree.op === 'eq' ? [tree.value] : undefined;
  if (values === undefined || values.length > MAX_VALUES || !('field' in tree)) return undefined;
  const texts = values.map((value) => plainText(resource, tree.field, value));
  return texts.every((text) => text !== undefined) ? texts.map((text) => `;~${tree.field}=${text}`) : undefined;
}

function getPattern({ collectionPaths, itemSegment }: ResourceModel, ending: string): TopicPattern {
  const { path } = collectionPaths[0]!;
  const { keys } = itemSegment;
  const template = keys.length === 1 ? '{id}' : keys.map((key) => `${key}={${key}}`).join(';');
  return {
    pattern: `${path.replace(/\{(\w+)\}/g, ':$1')}/:${ID}${ending}`,
    template: `${path}/${template}${ending}`,
  };
}

// A name may occur only once in a pattern, and paths are unlikely to use this one.
const ID = 'itemId';

// Equal values have equal text, without characters that are special in a pattern.
function plainText({ fieldByName, topicKey }: ResourceModel, name: string, value: unknown): string | undefined {
  const model = fieldByName.get(name);
  // The scope of a store may name columns that are not fields.
  if (model === undefined ? !SCOPE_TYPES.includes(typeof value) : TYPES[model.kind] !== typeof value) return undefined;
  const text = String(value);
  if (text === '' || text.length > MAX_TEXT_LENGTH || !text.isWellFormed()) return undefined;
  // Subscribers could guess values of hidden fields by subscribing to their topics, so topics contain hashes of them.
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
const MAX_TEXT_LENGTH = 100;
const HASH_LENGTH = 22; // 132 bits
const MAX_VALUES = 100;
// A hub accepts 100 topics; the rest is for the application.
const MAX_TOPICS = 80;
