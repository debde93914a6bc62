import {
  ConflictError,
  ForbiddenError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
} from '../../../../core/http/errors.ts';
import { parseJson } from '../../../../core/http/json.ts';
import { parseMediaType } from '../../../../core/http/headers/media-type.ts';
import type { HttpErrorOptions, Violation } from '../../../../core/http/errors.ts';
import { canNameField } from '../../access/field-access.ts';
import type { BodyReader } from '../../bodies/body-reader.ts';
import type { OperationRun } from '../../running/operation-run.ts';
import { iriOf } from '../../responses/wire-item.ts';
import type { FieldModel } from '../../model/resource-model.ts';
import { jsonapiBody } from './jsonapi-schema.ts';
import { idText, isTypeOf, jsonapiShapeOf } from './jsonapi-shape.ts';

/**
 * Reads a resource object (JSON:API §9): POST and PUT give all members, PATCH those that change, as a whole each. A type
 * or identifier that contradicts the path is a 409, an identifier that nobody may choose a 403. What is refused is named
 * by pointers into the document.
 */
export const jsonapiReader: BodyReader = {
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  patches: true,
  refusesWith: [403, 409],
  describe: (_, operation, plain) => jsonapiBody(operation, plain),
  read(text, run, contentType) {
    checkMediaType(contentType);
    const members = read(parseJson(text as string), run);
    if (run.operation.kind !== 'patch') return { kind: 'value', value: members };
    return { kind: 'patch', patch: (document) => ({ ...(document as object), ...members }) };
  },
};

// §5.3: no parameter but `ext` and `profile`, and no extension that is not known.
function checkMediaType(contentType: string): void {
  const names = [...(parseMediaType(contentType)?.parameters.keys() ?? [])];
  const wrong = names.find((name) => name !== 'profile');
  if (wrong === undefined) return;
  const why = wrong === 'ext' ? 'no extension is supported' : 'JSON:API allows "ext" and "profile" only';
  throw new UnsupportedMediaTypeError(`The media type has the parameter "${wrong.slice(0, 50)}"; ${why}`, {
    type: '/problems/unsupported-media-type',
  });
}

type Members = Record<string, unknown>;

function read(document: unknown, run: OperationRun): Members {
  const data = isObject(document) ? document['data'] : undefined;
  if (!isObject(data)) throw refuse('/data', 'Expected a resource object: { "type": …, "attributes": { … } }');
  const { attributes, relationships } = data;
  if (attributes !== undefined && !isObject(attributes)) throw refuse('/data/attributes', 'Expected an object');
  if (relationships !== undefined && !isObject(relationships))
    throw refuse('/data/relationships', 'Expected an object');
  const members = Object.create(null) as Members;
  checkType(data, run);
  takeIdentifier(data, members, run);
  const { linkedCollections } = run.operation.resource;
  const shape = jsonapiShapeOf(run.operation.resource);
  // A field that this user can neither read nor write is read as a member that does not exist.
  const fieldOf = (name: string): FieldModel | undefined => {
    const found = shape.field.get(name);
    return found !== undefined && canNameField(found.name, run) ? found : undefined;
  };
  const violations: Violation[] = [];
  for (const name of Object.keys(attributes ?? {})) {
    const known = fieldOf(name);
    if (known?.link)
      violations.push({ pointer: pointerTo('attributes', name), detail: 'Is a relationship', code: 'wrong_place' });
    else members[known?.name ?? name] = attributes![name];
  }
  for (const name of Object.keys(relationships ?? {})) {
    const known = fieldOf(name);
    const pointer = pointerTo('relationships', name);
    // It leads to a collection, and comes back from clients that send what they got.
    if (linkedCollections.some((each) => each.name === name)) continue;
    if (known?.link) members[known.name] = readLinkage(relationships![name], known, pointer, violations);
    else violations.push({ pointer, detail: 'Is not a relationship', code: 'unknown_member' });
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, 50));
  return members;
}

function checkType({ type }: Members, { operation: { resource, kind } }: OperationRun): void {
  if (isTypeOf(resource, type) || (kind === 'custom' && type === undefined)) return;
  if (typeof type !== 'string') throw refuse('/data/type', `Expected "${resource.name}"`);
  throw new ConflictError(
    `Expected the resource type "${resource.name}", not "${type.slice(0, 100)}"`,
    at('/data/type', 'wrong_type', `Expected "${resource.name}"`),
  );
}

function takeIdentifier({ id }: Members, members: Members, run: OperationRun): void {
  const { operation } = run;
  const { resource, kind, inputMembers } = operation;
  const { identifier } = resource;
  if (kind === 'replace' || kind === 'patch') {
    const here = idText(resource, run.request.id!);
    if (id === here) return;
    if (id === undefined) throw refuse('/data/id', `Expected "${here}", the identifier of the item`);
    throw new ConflictError(
      `The request is for ${resource.name} "${here}", but the document has a different identifier`,
      at('/data/id', 'wrong_id', `Expected "${here}"`),
    );
  }
  if (kind !== 'create' || id === undefined) return;
  // §9.1.1: who may not choose an identifier is told so by 403.
  if (inputMembers && !identifier.keys.every((key) => inputMembers.includes(key)))
    throw new ForbiddenError('The server assigns identifiers; omit "id"', at('/data/id', 'read_only', 'Cannot be set'));
  const identity = typeof id === 'string' ? identifier.parse(id) : undefined;
  if (identity === undefined) throw refuse('/data/id', 'Is not an identifier of this resource');
  Object.assign(members, identity);
}

function readLinkage(sent: unknown, { link }: FieldModel, pointer: string, violations: Violation[]): unknown {
  const { to, as } = link!;
  const place = `${pointer}/data`;
  if (!isObject(sent) || !('data' in sent)) {
    violations.push({ pointer: place, detail: 'Expected resource linkage, or null', code: 'invalid_linkage' });
    return undefined;
  }
  const one = (linkage: unknown, where: string): unknown => {
    if (linkage === null) return null;
    const { type, id } = isObject(linkage) ? linkage : {};
    const identity = isTypeOf(to, type) && typeof id === 'string' ? to.identifier.parse(id) : undefined;
    if (identity === undefined) {
      const detail = `Expected { "type": "${to.name}", "id": … }`;
      violations.push({ pointer: where, detail, code: 'invalid_linkage' });
      return undefined;
    }
    const value = to.identifier.keys.length === 1 ? Object.values(identity)[0] : identity;
    return as === 'iri' ? iriOf(to, value) : value;
  };
  const { data } = sent;
  return Array.isArray(data) ? data.map((each, index) => one(each, `${place}/${index}`)) : one(data, place);
}

function refuse(pointer: string, detail: string): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code: 'invalid_document' }]);
}

function at(pointer: string, code: string, detail: string): HttpErrorOptions {
  return { extensions: { errors: [{ pointer, detail, code }] } };
}

function pointerTo(part: string, name: string): string {
  return `/data/${part}/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
