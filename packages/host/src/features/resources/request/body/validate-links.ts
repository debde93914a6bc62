import { UnprocessableContentError } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import { fixedValues } from '../../reach/write-scope.ts';
import { identifierKey, findReadableItems, findTenantItems } from '../../reach/readable-items.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { PendingWrite } from '../../model/pending-write.ts';
import type { Item } from '../../model/item.ts';
import { isSameValue } from './changed-members.ts';
import { message } from 'oriel-core/messages';
import type { BodyLink } from '../../model/pending-write.ts';

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
  if (checkedLinks.length === 0 || typeof input !== 'object' || input === null) return NONE;
  const links: BodyLink[] = [];
  const fixed = fixedValues(call.reach);
  for (const { name, link } of checkedLinks) {
    const value = (input as Item)[name];
    if (value === undefined || value === null || name in scope || fixed[name] === value) continue;
    // The response must not reveal whether the user guessed a value that they cannot read.
    const isGuess = !visible.includes(name) && Object.hasOwn(sent ?? {}, name);
    const before = isGuess ? [] : [previous?.[name]].flat();
    const added = [value].flat().map((id, index) => ({
      to: link!.to,
      id: id as unknown,
      pointer: Array.isArray(value) ? `/${name}/${index}` : `/${name}`,
      isTenantOnly: !link!.requireReadable,
    }));
    const checked = added.filter(({ id }) => id !== null && !before.some((each) => isSameValue(each, id)));
    if (checked.length > MAX_LINKS) throw tooMany(name, checked.length);
    links.push(...checked);
  }
  return links;
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
  const links = calls.flatMap(({ links: each }) => each);
  const readable = new Map<ResourceModel, ReadonlySet<string>>();
  for (const [to, ids] of idsByResource(links.filter(({ isTenantOnly }) => !isTenantOnly)))
    readable.set(to, await findReadableItems(to, ids, from));
  const owned = new Map<ResourceModel, ReadonlySet<string>>();
  for (const [to, ids] of idsByResource(links.filter(({ isTenantOnly }) => isTenantOnly)))
    owned.set(to, await findTenantItems(to, ids, from));
  const created = new Set<string>();
  return calls.map((call) => {
    const own = createdId(call);
    if (own !== undefined) created.add(own);
    return call.links
      .filter(({ to, id, isTenantOnly }) => {
        const text = identifierKey(to, id);
        return (
          !(isTenantOnly ? owned : readable).get(to)!.has(text) &&
          !(to === call.operation.resource && created.has(text))
        );
      })
      .map(({ pointer }) => ({ pointer, detail: message('member.no-such-item'), code: 'missing_link' }));
  });
}

function idsByResource(links: readonly BodyLink[]): ReadonlyMap<ResourceModel, ReadonlyMap<string, unknown>> {
  const wanted = new Map<ResourceModel, Map<string, unknown>>();
  for (const { to, id } of links) {
    const ids = wanted.get(to) ?? new Map<string, unknown>();
    wanted.set(to, ids.set(identifierKey(to, id), id));
  }
  return wanted;
}

// The identifier of a new item, when the client sets it.
function createdId({ operation: { kind, resource }, input, id, previous }: PendingWrite): string | undefined {
  const isNew = kind === 'create' || (kind === 'replace' && previous === null);
  // A function of the application may choose another identifier.
  if (!isNew || resource.functions.has(kind)) return undefined;
  const { keys } = resource.identifier;
  const values = { ...(input as Item), ...id };
  if (keys.some((key) => values[key] === undefined)) return undefined;
  return identifierKey(resource, keys.length === 1 ? values[keys[0]!] : values);
}

function tooMany(name: string, count: number): UnprocessableContentError {
  const detail = message('links.too-many', { limit: MAX_LINKS, count });
  return new UnprocessableContentError([{ pointer: `/${name}`, detail, code: 'too_many_links' }]);
}

const MAX_LINKS = 1000;
const NONE: readonly BodyLink[] = Object.freeze([]);
