import type { ProblemDocument, Violation } from 'oriel-core/http';
import { createPointer } from '../../../../http/json.ts';
import type { Format } from '../../model/format.ts';
import type { BodyRequest, OperationCall } from '../../model/operation-call.ts';
import { jsonApiDialect } from '../../model/query-dialect.ts';
import type { Item } from '../../model/reach.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { getIri, visitFields } from '../../model/wire-item.ts';
import { canNameField } from '../../reach/field-access.ts';
import { collectionPaths } from '../entrypoint.ts';
import { fetchIncluded, getIncluded } from '../include/fetch-included.ts';
import { resolvePaths } from '../include/parse-include.ts';
import { JSONAPI_DESCRIPTION } from '../schemas.ts';
import { jsonapiReader } from './jsonapi-reader.ts';
import { findField, formatId, memberName, writesAsId } from './member-names.ts';

const TYPE = 'application/vnd.api+json';
const JSONAPI = { version: '1.1' };

/** JSON:API 1.1: resource objects, compound documents and error objects. */
export const jsonapiFormat: Format = Object.freeze({
  name: 'jsonapi',
  types: [TYPE],
  // Unknown profiles are ignored (§5.4).
  ignores: ['profile'],
  contentType: TYPE,
  onQuery(query, call) {
    const { include } = query.formatParameters;
    // §8.3. Fields are selected by type in other parameters.
    const paths = include?.split(',').filter(Boolean) ?? [];
    const steps = paths.map((path) => path.split('.').map((name) => ({ name, fields: undefined })));
    if (include) call.inclusion = resolvePaths(steps, call, findField);
    return query;
  },
  prepare: (items, call) => fetchIncluded(items, call, true),
  writeItem(item, call) {
    const { method, path, query } = call.context;
    const isRead = method === 'GET' || method === 'HEAD';
    const links = isRead ? { self: query === '' ? path : `${path}?${query}` } : undefined;
    return JSON.stringify({ jsonapi: JSONAPI, links, data: writeObject(item, call), included: writeIncluded(call) });
  },
  writeList({ page, links: { self, first, previous, next, last } }, call) {
    const { isPaged, size, page: number } = call.query!;
    const isNumbered = isPaged && call.operation.resource.page.by === 'offset';
    return JSON.stringify({
      jsonapi: JSONAPI,
      links: { self, first, prev: previous, next, last },
      meta: {
        totalItems: page.total,
        itemsPerPage: isPaged ? size : undefined,
        currentPage: isNumbered ? number : undefined,
      },
      data: page.items.map((item) => writeObject(item, call)),
      included: writeIncluded(call),
    });
  },
  writeData: (result) => JSON.stringify({ jsonapi: JSONAPI, meta: { result } }),
  reader: jsonapiReader,
  dialect: jsonApiDialect,
  problem: {
    contentType: TYPE,
    write: (problem, call) => JSON.stringify({ jsonapi: JSONAPI, errors: writeErrors(problem, call) }),
  },
  describe: JSONAPI_DESCRIPTION,
  entrypoint: (api) =>
    JSON.stringify({ jsonapi: JSONAPI, links: { self: api.prefix || '/', ...collectionPaths(api) } }),
} satisfies Format);

/** @param selected the selected fields; undefined for all, and for collections of the item as relationships */
function writeObject(item: Item, call: OperationCall, selected = call.query?.fields): object {
  const { resource } = call.operation;
  const attributes: Record<string, unknown> = {};
  const relationships = new Map<string, object>();
  visitFields(item, selected ?? call.readableFields, resource, (name, value, link) => {
    if (writesAsId(resource, name)) return;
    const member = memberName(resource, name);
    if (link === undefined) attributes[member] = value;
    else relationships.set(member, writeLinkage(value, link.to));
  });
  for (const { name, href } of selected ? [] : resource.linkedCollections)
    if (!findField(resource, name)) relationships.set(name, { links: { related: href(item) } });
  return {
    type: resource.name,
    id: formatId(resource, item),
    attributes,
    relationships: relationships.size > 0 ? Object.fromEntries(relationships) : undefined,
    links: { self: resource.iri(item, call.uri) },
  };
}

// Resource linkage (§7.2.2.2), with a link to the item for to-one relationships.
function writeLinkage(value: unknown, to: ResourceModel): object {
  if (value === null) return { data: null };
  const item = (id: unknown): object => ({ type: to.name, id: formatId(to, to.identifier.toKeys(id)) });
  if (Array.isArray(value)) return { data: value.map(item) };
  return { data: item(value), links: { related: getIri(to, value) } };
}

function writeIncluded(call: OperationCall): object[] | undefined {
  const { query, operation } = call;
  const items = [...(getIncluded(call)?.values() ?? [])].map(({ item, call: there }) => {
    const { resource } = there.operation;
    const fields = resource === operation.resource ? query?.fields : undefined;
    return writeObject(item, there, query?.fieldsByType.get(resource.name) ?? fields);
  });
  return call.inclusion && items;
}

// Error objects (§11), one for each violation.
function writeErrors(problem: ProblemDocument, call: BodyRequest): object[] {
  const { type, title, status, detail, errors, ...rest } = problem;
  const common = { ...(type === 'about:blank' ? {} : { links: { type } }), status: String(status), title };
  if (!Array.isArray(errors) || errors.length === 0)
    return [{ ...common, detail, ...(Object.keys(rest).length === 0 ? {} : { meta: rest }) }];
  const isOfDocument = call.body !== undefined && call.context.headers.get('content-type')?.startsWith(TYPE) === true;
  return (errors as Violation[]).map(({ pointer, parameter, detail: text, code }) => ({
    ...common,
    code,
    detail: text,
    source: parameter === undefined ? { pointer: isOfDocument ? toDocument(pointer, call) : pointer } : { parameter },
  }));
}

// Violations found after parsing have pointers to members of the item, which are converted to places in the document.
function toDocument(pointer = '', call: BodyRequest): string {
  const { resource } = call.operation;
  const [, name = '', ...rest] = pointer.split('/');
  const field = name.replaceAll('~1', '/').replaceAll('~0', '~');
  if (name === '') return '/data';
  if (writesAsId(resource, field)) return '/data/id';
  const isLink = resource.fieldByName.get(field)?.link && canNameField(field, call);
  const parent = createPointer(memberName(resource, field), `/data/${isLink ? 'relationships' : 'attributes'}`);
  return [parent, ...(isLink ? ['data'] : []), ...rest].join('/');
}
