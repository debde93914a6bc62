import { BadRequestError, ViolationList, didYouMean } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { describeUnknown } from '../../model/parameter-value.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import { readableFieldNames } from '../../reach/field-access.ts';
import { canBeIncluded, findGet } from '../../reach/related-items.ts';

/** The steps of a path: the name of a link, and the selected fields of its items. */
export type IncludePath = readonly { readonly name: string; readonly fields: readonly string[] | undefined }[];

export const MAX_INCLUDED = 1000;
const MAX_DEPTH = 3;
const MAX_PATHS = 20;

interface MutableLink extends IncludedLink {
  fields: readonly string[] | undefined;
  // Whether a path ends at the link without a selection, so that all fields are included.
  isWhole: boolean;
  readonly inclusion: Map<string, MutableLink>;
}

/** Returns the field with the name of a member, which a format may write in its own way. */
type FindField = (resource: ResourceModel, name: string) => FieldModel | undefined;

/**
 * Returns the links of the `include` parameter as a tree.
 *
 * @throws {BadRequestError} if a path is too deep or contains an unknown link or field, or one that the user may not read
 */
export function resolvePaths(paths: readonly IncludePath[], call: OperationCall, findField: FindField): Inclusion {
  const tree = new Map<string, MutableLink>();
  if (paths.length > MAX_PATHS) throw includeError(message('include.too-many-paths', { count: MAX_PATHS }));
  for (const path of paths) {
    const names = path.map(({ name }) => name).join('.');
    if (path.length > MAX_DEPTH)
      throw includeError(message('include.too-deep', { count: MAX_DEPTH, path: cut(names) }));
    addPath(path, tree, call, findField);
  }
  return tree;
}

function addPath(path: IncludePath, tree: MutableLink['inclusion'], call: OperationCall, findField: FindField): void {
  let { resource } = call.operation;
  let { readableFields: readable } = call;
  let inclusion = tree;
  for (const [index, { name, fields }] of path.entries()) {
    const field = findField(resource, name);
    const link = field && readable.includes(field.name) ? field.link : undefined;
    if (link === undefined || !canBeIncluded(link.to))
      throw includeError(describeUnknownLink(name, resource, readable));
    resource = link.to;
    readable = readableFieldNames(resource, call);
    const unknown = fields?.find((candidate) => !readable.includes(candidate));
    if (unknown !== undefined) throw includeError(describeUnknown('field', unknown, readable, resource.type));
    const added = { field: { ...field!, link }, get: findGet(resource)!, fields: undefined, inclusion: new Map() };
    const known: MutableLink = inclusion.get(name) ?? { ...added, isWhole: false };
    inclusion.set(name, known);
    known.isWhole ||= fields === undefined && index === path.length - 1;
    if (known.isWhole) known.fields = undefined;
    else if (fields !== undefined) known.fields = [...(known.fields ?? []), ...fields];
    ({ inclusion } = known);
  }
}

/** Returns the error for an invalid `include` parameter. */
export function includeError(detail: Message): BadRequestError {
  const errors = [{ parameter: 'include', detail, code: 'invalid_value' }];
  return new BadRequestError(message('query.invalid', { violations: new ViolationList(errors) }), {
    type: '/problems/query-parameter',
    extensions: { errors },
  });
}

function describeUnknownLink(step: string, resource: ResourceModel, readable: readonly string[]): Message {
  const links = resource.fields.filter(({ name, link }) => link && readable.includes(name) && canBeIncluded(link.to));
  const names = links.map(({ name }) => name);
  const meant = didYouMean(step, names);
  const known = { name: cut(step), type: resource.name };
  if (meant !== undefined) return message('include.unknown-did-you-mean', { ...known, meant });
  return names.length === 0
    ? message('include.none-known', known)
    : message('include.unknown', { ...known, names: names.join(', ') });
}

function cut(text: string): string {
  return text.slice(0, 100).toWellFormed();
}
