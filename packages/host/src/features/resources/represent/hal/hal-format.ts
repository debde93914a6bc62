import { isObject } from 'oriel-core/http';
import { parseJson } from '../../../../http/json.ts';
import type { BodyReader, Format } from '../../model/format.ts';
import type { BodyRequest, OperationCall } from '../../model/operation-call.ts';
import { embeddingDialect } from '../../model/query-dialect.ts';
import { visitFields, writeLink } from '../../model/wire-item.ts';
import { canNameField } from '../../reach/field-access.ts';
import { usableParameters } from '../../request/query/order-parameter.ts';
import { canBeListed } from '../entrypoint.ts';
import { createItemWriter, embedding } from '../include/embed-items.ts';
import type { WriteItem } from '../include/embed-items.ts';
import { copyMembers, restoreNulls } from '../members.ts';
import { HAL_DESCRIPTION, HAL_MEMBERS, describeHalBody } from '../schemas.ts';
import { getItemTemplates, getListTemplates, writeTemplates } from './hal-templates.ts';

/** Parses HAL: members, and links to other items in `_links`. */
const halReader: BodyReader = {
  name: 'hal',
  types: ['application/hal+json', 'application/prs.hal-forms+json'],
  describe: (_, operation, plain) => describeHalBody(operation, plain),
  read: (text, call) => ({ kind: 'value', value: readMembers(parseJson(text as string), call) }),
};

/** HAL: items with `_links`, lists with `_embedded` items. */
export const halFormat = createHalFormat('hal', 'application/hal+json', false);

/** HAL-FORMS: HAL with `_templates` for the operations. */
export const halFormsFormat = createHalFormat('hal-forms', 'application/prs.hal-forms+json', true);

function createHalFormat(name: string, type: string, hasTemplates: boolean): Format {
  return Object.freeze({
    name,
    types: [type],
    contentType: `${type}; charset=utf-8`,
    ...embedding,
    dialect: embeddingDialect,
    writeItem(item, call) {
      const { resource } = call.operation;
      const path = resource.iri(item, call.uri);
      const templates = hasTemplates ? writeTemplates(getItemTemplates(resource), path) : undefined;
      return JSON.stringify({ ...createItemWriter(call, writeMembers)(item), _templates: templates });
    },
    writeList({ page, links: { self, first, previous, next, last } }, call) {
      const { operation, uri, context, query } = call;
      return JSON.stringify({
        _links: {
          self: toLink(self),
          first: toLink(first),
          last: toLink(last),
          prev: toLink(previous),
          next: toLink(next),
          search: createSearchLink(call),
          item: page.items.map((item) => toLink(operation.resource.iri(item, uri))),
        },
        totalItems: page.total,
        itemsPerPage: query!.isPaged ? query!.size : undefined,
        _embedded: { item: page.items.map(createItemWriter(call, writeMembers)) },
        _templates: hasTemplates ? writeTemplates(getListTemplates(operation.resource), context.path) : undefined,
      });
    },
    reader: halReader,
    entrypoint({ prefix, resources }) {
      const listed = [...resources.values()].filter(canBeListed);
      const links = Object.fromEntries(listed.map((resource) => [resource.name, toLink(resource.path)]));
      return JSON.stringify({ _links: { self: toLink(prefix || '/'), ...links } });
    },
    describe: HAL_DESCRIPTION,
  } satisfies Format);
}

// Links to other items are in `_links`, other fields are members. Null links are omitted.
const writeMembers: WriteItem = (item, shown, { operation: { resource }, uri }, embedded) => {
  const links: Record<string, unknown> = { self: toLink(resource.iri(item, uri)) };
  const members: Record<string, unknown> = { _links: links };
  visitFields(item, shown, resource, (name, value, link) => {
    if (link?.as !== 'iri') members[name] = value;
    else if (value !== null) links[name] = toLinks(writeLink(value, link));
  });
  for (const { name, href } of resource.linkedCollections) links[name] ??= toLink(href(item));
  // Items that are not included are undefined.
  const items = Array.from(embedded, ([name, found]) => [name, Array.isArray(found) ? found.filter(Boolean) : found]);
  return items.length === 0 ? members : { ...members, _embedded: Object.fromEntries(items) };
};

function toLinks(iris: unknown): unknown {
  return Array.isArray(iris) ? iris.map(toLinks) : { href: iris };
}

function toLink(href: string | undefined): object | undefined {
  return href === undefined ? undefined : { href };
}

// RFC 6570 §2.3 does not allow brackets in variable names, so they are percent-encoded.
function createSearchLink(call: OperationCall): object | undefined {
  const names = usableParameters(call).map(({ name }) => name.replace(/[^\w.]/g, encodeURIComponent));
  return names.length === 0 ? undefined : { href: `${call.context.path}{?${names.join(',')}}`, templated: true };
}

function readMembers(sent: unknown, call: BodyRequest): unknown {
  const { fieldByName, fields } = call.operation.resource;
  if (!isObject(sent)) return sent;
  const members = copyMembers(sent, Object.keys(HAL_MEMBERS));
  const links = isObject(sent['_links']) ? sent['_links'] : {};
  // Unknown relations are ignored, and so are those of fields that this user can neither read nor write.
  for (const { name, link } of fields)
    if (link?.as === 'iri' && Object.hasOwn(links, name) && !(name in members) && canNameField(name, call))
      members[name] = readHref(links[name]);
  // Null links are not written, so a missing link is null.
  restoreNulls(members, call, (name) => fieldByName.get(name)?.link !== undefined);
  return members;
}

function readHref(link: unknown): unknown {
  if (Array.isArray(link)) return link.map(readHref);
  return isObject(link) ? link['href'] : link;
}
