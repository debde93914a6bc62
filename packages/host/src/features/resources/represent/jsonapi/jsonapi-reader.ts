import {
  ConflictError,
  ForbiddenError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
  isObject,
  parseMediaType,
} from 'oriel-core/http';
import type { HttpErrorOptions, Violation } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { createPointer, parseJson } from '../../../../http/json.ts';
import type { BodyReader } from '../../model/format.ts';
import type { BodyRequest } from '../../model/operation-call.ts';
import type { FieldModel, LinkModel } from '../../model/resource-model.ts';
import { getIri } from '../../model/wire-item.ts';
import { canNameField } from '../../reach/field-access.ts';
import { acceptsIdentifier, copyMembers } from '../members.ts';
import type { Members } from '../members.ts';
import { describeJsonapiBody } from '../schemas.ts';
import { findField, formatId, matchesType } from './member-names.ts';

/**
 * Parses a resource object (JSON:API §9). POST and PUT contain all members, PATCH those that change. A type or identifier that
 * does not match the path is a 409, an identifier that clients cannot set a 403. Violations have pointers into the document.
 */
export const jsonapiReader: BodyReader = {
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  patches: true,
  refusesWith: [403, 409],
  describe: (_, operation, plain) => describeJsonapiBody(operation, plain),
  read(text, call, contentType) {
    checkMediaType(contentType);
    const members = readDocument(parseJson(text as string), call);
    if (call.operation.kind !== 'patch') return { kind: 'value', value: members };
    return { kind: 'patch', patch: (document) => ({ ...(document as object), ...members }) };
  },
};

// §5.3: only the parameters `ext` and `profile` are allowed, and no extension is supported.
function checkMediaType(contentType: string): void {
  const names = [...(parseMediaType(contentType)?.parameters.keys() ?? [])];
  const unsupported = names.find((name) => name !== 'profile');
  if (unsupported === undefined) return;
  const code = unsupported === 'ext' ? 'jsonapi.unsupported-extension' : 'jsonapi.unsupported-parameter';
  throw new UnsupportedMediaTypeError(message(code, { parameter: unsupported.slice(0, 50) }), {
    type: '/problems/unsupported-media-type',
  });
}

function readDocument(document: unknown, call: BodyRequest): Members {
  const data = isObject(document) ? document['data'] : undefined;
  if (!isObject(data)) throw documentError('/data', message('jsonapi.resource-object-expected'));
  const { attributes = {}, relationships = {} } = data;
  if (!isObject(attributes)) throw documentError('/data/attributes', message('jsonapi.object-expected'));
  if (!isObject(relationships)) throw documentError('/data/relationships', message('jsonapi.object-expected'));
  checkType(data, call);
  const members = copyMembers(readIdentifier(data, call));
  const { resource } = call.operation;
  const violations: Violation[] = [];
  const refuse: Refuse = (pointer, code, detail) => void violations.push({ pointer, detail, code });
  // A field that this user can neither read nor write is read as a member that does not exist.
  const getField = (name: string): FieldModel | undefined => {
    const found = findField(resource, name);
    return found !== undefined && canNameField(found.name, call) ? found : undefined;
  };
  for (const name of Object.keys(attributes)) {
    const field = getField(name);
    if (field?.link === undefined) members[field?.name ?? name] = attributes[name];
    else refuse(createPointer(name, '/data/attributes'), 'wrong_place', message('jsonapi.relationship'));
  }
  for (const name of Object.keys(relationships)) {
    // Clients may send back the relationships to collections, which are read-only.
    if (resource.linkedCollections.some((linkedCollection) => linkedCollection.name === name)) continue;
    const field = getField(name);
    const pointer = createPointer(name, '/data/relationships');
    if (field?.link) members[field.name] = readLinkage(relationships[name], field.link, `${pointer}/data`, refuse);
    else refuse(pointer, 'unknown_member', message('jsonapi.not-a-relationship'));
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, 50));
  return members;
}

function checkType({ type }: Members, { operation: { resource, kind } }: BodyRequest): void {
  if (matchesType(resource, type) || (kind === 'custom' && type === undefined)) return;
  const expected = message('document.value-expected', { value: resource.name });
  if (typeof type !== 'string') throw documentError('/data/type', expected);
  const detail = message('jsonapi.wrong-type', { type: resource.name, other: type.slice(0, 100) });
  throw new ConflictError(detail, createIssue('/data/type', 'wrong_type', expected));
}

// Returns the keys of a new item that its client identifies.
function readIdentifier({ id }: Members, { operation, id: current }: BodyRequest): Members {
  const { resource, kind } = operation;
  if (kind === 'replace' || kind === 'patch') {
    const value = formatId(resource, current!);
    if (id === value) return {};
    if (id === undefined) throw documentError('/data/id', message('document.identifier-expected', { value }));
    const detail = message('jsonapi.wrong-identifier', { type: resource.name, id: value });
    throw new ConflictError(detail, createIssue('/data/id', 'wrong_id', message('document.value-expected', { value })));
  }
  if (kind !== 'create' || id === undefined) return {};
  // §9.1.1: a client-generated identifier that is not allowed is a 403.
  if (!acceptsIdentifier(operation))
    throw new ForbiddenError(
      message('jsonapi.identifier-not-allowed'),
      createIssue('/data/id', 'read_only', message('jsonapi.read-only')),
    );
  const identity = typeof id === 'string' ? resource.identifier.parse(id) : undefined;
  if (identity === undefined) throw documentError('/data/id', message('jsonapi.unknown-identifier'));
  return identity;
}

type Refuse = (pointer: string, code: string, detail: Message) => undefined;

function readLinkage(sent: unknown, { to, as }: LinkModel, pointer: string, refuse: Refuse): unknown {
  if (!isObject(sent) || !('data' in sent))
    return refuse(pointer, 'invalid_linkage', message('jsonapi.linkage-expected'));
  const readOne = (linkage: unknown, where: string): unknown => {
    if (linkage === null) return null;
    const { type, id } = isObject(linkage) ? linkage : {};
    const identity = matchesType(to, type) && typeof id === 'string' ? to.identifier.parse(id) : undefined;
    if (identity === undefined)
      return refuse(where, 'invalid_linkage', message('jsonapi.identifier-expected', { type: to.name }));
    const value = to.identifier.fromKeys(identity);
    return as === 'iri' ? getIri(to, value) : value;
  };
  const { data } = sent;
  return Array.isArray(data)
    ? data.map((element, index) => readOne(element, `${pointer}/${index}`))
    : readOne(data, pointer);
}

function documentError(pointer: string, detail: Message): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code: 'invalid_document' }]);
}

function createIssue(pointer: string, code: string, detail: Message): HttpErrorOptions {
  return { extensions: { errors: [{ pointer, detail, code }] } };
}
