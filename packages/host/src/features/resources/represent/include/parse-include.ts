import { BadRequestError, ViolationList, didYouMean } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import { readableFieldNames } from '../../reach/field-access.ts';
import { canBeIncluded, findGet } from '../../reach/related-items.ts';

/** How a format writes paths: the names of members, and whether fields can be selected in parentheses. */
export interface IncludeSyntax {
  readonly splitPaths: (text: string) => readonly (readonly IncludeStep[])[];
  readonly findField: (resource: ResourceModel, name: string) => FieldModel | undefined;
}

/** A step of a path: the name of a link, and the selected fields of its items. */
export interface IncludeStep {
  readonly name: string;
  readonly fields: readonly string[] | undefined;
}

export const MAX_INCLUDED = 1000;
const MAX_DEPTH = 3;
const MAX_PATHS = 20;

interface MutableLink extends IncludedLink {
  fields: readonly string[] | undefined;
  // Whether a path ends at the link without a selection, so that all fields are included.
  isWhole: boolean;
  readonly inclusion: Map<string, MutableLink>;
}

/**
 * Parses the `include` parameter.
 *
 * @throws {BadRequestError} if a path is too deep or contains an unknown link or field, or one that the user may not read
 */
export function parseInclude(text: string, call: OperationCall, syntax: IncludeSyntax): Inclusion {
  const tree = new Map<string, MutableLink>();
  const paths = syntax.splitPaths(text);
  if (paths.length > MAX_PATHS) throw includeError(message('include.too-many-paths', { count: MAX_PATHS }));
  for (const path of paths) {
    if (path.length > MAX_DEPTH) {
      const names = path.map(({ name }) => name).join('.');
      throw includeError(message('include.too-deep', { count: MAX_DEPTH, path: cut(names) }));
    }
    addPath(path, tree, call, syntax);
  }
  return tree;
}

function addPath(
  path: readonly IncludeStep[],
  tree: Map<string, MutableLink>,
  call: OperationCall,
  { findField }: IncludeSyntax,
): void {
  let { resource } = call.operation;
  let { readableFields: readable } = call;
  let inclusion = tree;
  for (const [index, { name, fields }] of path.entries()) {
    const field = findField(resource, name);
    const link = field && readable.includes(field.name) ? field.link : undefined;
    if (link === undefined || !canBeIncluded(link.to)) throw includeError(unknownLink(name, resource, readable));
    resource = link.to;
    readable = readableFieldNames(resource, call);
    let known = inclusion.get(name);
    if (known === undefined) {
      const get = findGet(resource)!;
      known = { field: { ...field!, link }, get, fields: undefined, isWhole: false, inclusion: new Map() };
      inclusion.set(name, known);
    }
    const unknown = fields?.find((each) => !readable.includes(each));
    if (unknown !== undefined) throw includeError(unknownField(unknown, resource, readable));
    if (fields === undefined && index === path.length - 1) known.isWhole = true;
    if (fields !== undefined) known.fields = [...(known.fields ?? []), ...fields];
    if (known.isWhole) known.fields = undefined;
    inclusion = known.inclusion;
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

function unknownLink(step: string, resource: ResourceModel, readable: readonly string[]): Message {
  const known = readable.filter((name) => {
    const link = resource.fieldByName.get(name)?.link;
    return link !== undefined && canBeIncluded(link.to);
  });
  const meant = didYouMean(step, known);
  const name = cut(step);
  const type = resource.name;
  if (meant !== undefined) return message('include.unknown-did-you-mean', { name, type, meant });
  if (known.length === 0) return message('include.none-known', { name, type });
  return message('include.unknown', { name, type, names: known.join(', ') });
}

function unknownField(field: string, { type }: ResourceModel, known: readonly string[]): Message {
  const meant = didYouMean(field, known);
  const name = cut(field);
  return meant === undefined
    ? message('parameter.unknown-field', { name, type, names: known.join(', ') })
    : message('parameter.unknown-field-did-you-mean', { name, type, meant });
}

function cut(text: string): string {
  return text.slice(0, 100).toWellFormed();
}
