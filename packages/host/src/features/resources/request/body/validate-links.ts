import { UnprocessableContentError, isObject } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import { fixedValues } from '../../reach/write-scope.ts';
import { identifierKey, findReadableItems, findTenantItems } from '../../reach/readable-items.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { PendingWrite, BodyLink } from '../../model/operation-call.ts';
import type { Item } from '../../model/reach.ts';
import { isSameValue } from './changed-members.ts';
import { message } from 'oriel-core/messages';

/**
 * Returns the new links in a validated body, without those that the path or an access rule sets.
 *
 * @param input the validated body
 * @param sent the members of the body; of a patch, those of the patched document
 * @param visible the fields of the previous item that the user can read
 * @throws {UnprocessableContentError} if a field has more than 1,000 links
 */
export function collectLinks(
  call: PendingWrite,
  input: unknown,
  sent: unknown,
  visible: readonly string[],
): readonly BodyLink[] {
  const { operation, scope, previous } = call;
  const { checkedLinks } = operation.resource;
  if (checkedLinks.length === 0 || !isObject(input)) return NONE;
  const links: BodyLink[] = [];
  const fixed = fixedValues(call.reach);
  for (const { name, link } of checkedLinks) {
    const value = input[name];
    if (value === undefined || value === null || name in scope || fixed[name] === value) continue;
    // The response must not reveal whether the user guessed a value that they cannot read.
    const isGuess = !visible.includes(name) && Object.hasOwn(sent ?? {}, name);
    const added = addedLinks(name, value, isGuess ? [] : previous?.[name]);
    if (added.length > MAX_LINKS) throw tooMany(name, added.length);
    for (const element of added) links.push({ ...element, to: link!.to, isTenantOnly: !link!.requireReadable });
  }
  return links;
}

// The links in a field that the item did not have before.
function addedLinks(name: string, value: unknown, before: unknown): Pick<BodyLink, 'id' | 'pointer'>[] {
  const known = [before].flat();
  return [value]
    .flat()
    .map((id: unknown, index) => ({ id, pointer: Array.isArray(value) ? `/${name}/${index}` : `/${name}` }))
    .filter(({ id }) => id !== null && !known.some((element) => isSameValue(element, id)));
}

/**
 * Rejects new links with an identifier that no item can have, such as an empty text. Only links that are not compared with
 * existing items are checked here, and links that are IRIs cannot have such an identifier.
 *
 * @throws {UnprocessableContentError} 422 with the pointers of the links
 */
export function assertLinks({ operation, previous }: PendingWrite, validated: unknown): void {
  const { resource, kind } = operation;
  // The members of a custom operation are not fields, even when they have the same names.
  if (kind === 'custom' || !isObject(validated)) return;
  const violations: Violation[] = [];
  for (const field of resource.fields) {
    const { name, link } = field;
    if (link?.as !== 'id' || resource.checkedLinks.includes(field)) continue;
    for (const { id, pointer } of addedLinks(name, validated[name], previous?.[name]))
      if (isInvalid(id, link.to)) violations.push({ pointer, ...INVALID_IDENTIFIER });
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, MAX_VIOLATIONS));
}

/** The violation of an identifier that no item can have. */
export const INVALID_IDENTIFIER = {
  detail: message('jsonapi.unknown-identifier'),
  code: 'invalid_identifier',
} as const;
const MAX_VIOLATIONS = 50;

function isInvalid(id: unknown, { identifier }: ResourceModel): boolean {
  const item = identifier.toKeys(id);
  return isObject(item) && identifier.invalidKeys(item).length > 0;
}

/** Checks the links of a call. @throws {UnprocessableContentError} (as a rejection) if the user cannot read a linked item */
export async function validateLinks(call: PendingWrite): Promise<void> {
  if (call.links.length === 0) return;
  const [violations] = await unreadableLinks([call], call);
  if (violations!.length > 0) throw new UnprocessableContentError(violations!);
}

/**
 * Checks the links of several calls together.
 * @param calls the calls in the order of their writes; each may link to items that earlier ones create
 * @param from the call of the request
 * @returns for each call the links to items that are missing, of another tenant, or that the user cannot read
 */
export async function unreadableLinks(calls: readonly PendingWrite[], from: PendingWrite): Promise<Violation[][]> {
  const links = calls.flatMap((call) => call.links);
  const existing = new Map<string, ReadonlySet<string>>();
  for (const [kind, group] of Map.groupBy(links, getKind)) {
    const [{ to, isTenantOnly }] = group as [BodyLink];
    const ids = new Map(group.map(({ id }) => [identifierKey(to, id), id]));
    existing.set(kind, await (isTenantOnly ? findTenantItems : findReadableItems)(to, ids, from));
  }
  const created = new Set<string>();
  return calls.map((call) => {
    const id = createdId(call);
    if (id !== undefined) created.add(id);
    const missing = call.links.filter((link) => {
      const key = identifierKey(link.to, link.id);
      return !existing.get(getKind(link))!.has(key) && !(link.to === call.operation.resource && created.has(key));
    });
    return missing.map(({ pointer }) => ({ pointer, detail: message('member.no-such-item'), code: 'missing_link' }));
  });
}

// Links of a kind are looked up together.
function getKind({ to, isTenantOnly }: BodyLink): string {
  return `${to.name} ${isTenantOnly}`;
}

// The identifier of a new item, when the client sets it.
function createdId({ operation: { kind, resource }, input, id, previous }: PendingWrite): string | undefined {
  const isNew = kind === 'create' || (kind === 'replace' && previous === null);
  // A function of the application may choose another identifier.
  if (!isNew || resource.functions.has(kind)) return undefined;
  const { identifier } = resource;
  const values = { ...(input as Item), ...id };
  if (identifier.keys.some((key) => values[key] === undefined)) return undefined;
  return identifierKey(resource, identifier.fromKeys(values));
}

function tooMany(name: string, count: number): UnprocessableContentError {
  const detail = message('links.too-many', { limit: MAX_LINKS, count });
  return new UnprocessableContentError([{ pointer: `/${name}`, detail, code: 'too_many_links' }]);
}

const MAX_LINKS = 1000;
const NONE: readonly BodyLink[] = Object.freeze([]);
