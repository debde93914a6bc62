import {
  ConflictError,
  ForbiddenError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
  parseMediaType,
  isObject,
} from 'oriel-core/http';
import { parseJson } from '../../../../http/json.ts';
import type { HttpErrorOptions, Violation } from 'oriel-core/http';
import { canNameField } from '../../reach/field-access.ts';
import type { BodyReader } from '../../model/format.ts';
import type { BodyRequest } from '../../model/pending-write.ts';
import { iriOf } from '../../model/wire-item.ts';
import type { FieldModel } from '../../model/resource-model.ts';
import { jsonapiBody } from './jsonapi-schema.ts';
import { idText, isTypeOf, jsonapiShapeOf } from './jsonapi-shape.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/**
 * Parses a resource object (JSON:API §9). POST and PUT contain all members, PATCH those that change. A type or identifier that
 * does not match the path is a 409, an identifier that clients cannot set a 403. Violations have pointers into the document.
 */
export const jsonapiReader: BodyReader = {
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  patches: true,
  refusesWith: [403, 409],
  describe: (_, operation, plain) => jsonapiBody(operation, plain),
  read(text, call, contentType) {
    checkMediaType(contentType);
    const members = read(parseJson(text as string), call);
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

type Members = Record<string, unknown>;

function read(document: unknown, call: BodyRequest): Members {
  const data = isObject(document) ? document['data'] : undefined;
  if (!isObject(data)) throw documentError('/data', message('jsonapi.resource-object-expected'));
  const { attributes, relationships } = data;
  if (attributes !== undefined && !isObject(attributes))
    throw documentError('/data/attributes', message('jsonapi.object-expected'));
  if (relationships !== undefined && !isObject(relationships))
    throw documentError('/data/relationships', message('jsonapi.object-expected'));
  const members = Object.create(null) as Members;
  checkType(data, call);
  takeIdentifier(data, members, call);
  const { linkedCollections } = call.operation.resource;
  const shape = jsonapiShapeOf(call.operation.resource);
  // A field that this user can neither read nor write is read as a member that does not exist.
  const fieldOf = (name: string): FieldModel | undefined => {
    const found = shape.field.get(name);
    return found !== undefined && canNameField(found.name, call) ? found : undefined;
  };
  const violations: Violation[] = [];
  for (const name of Object.keys(attributes ?? {})) {
    const known = fieldOf(name);
    if (known?.link)
      violations.push({
        pointer: pointerTo('attributes', name),
        detail: message('jsonapi.relationship'),
        code: 'wrong_place',
      });
    else members[known?.name ?? name] = attributes![name];
  }
  for (const name of Object.keys(relationships ?? {})) {
    const known = fieldOf(name);
    const pointer = pointerTo('relationships', name);
    // Clients may send back the relationships to collections, which are read-only.
    if (linkedCollections.some((each) => each.name === name)) continue;
    if (known?.link) members[known.name] = readLinkage(relationships![name], known, pointer, violations);
    else violations.push({ pointer, detail: message('jsonapi.not-a-relationship'), code: 'unknown_member' });
  }
  if (violations.length > 0) throw new UnprocessableContentError(violations.slice(0, 50));
  return members;
}

function checkType({ type }: Members, { operation: { resource, kind } }: BodyRequest): void {
  if (isTypeOf(resource, type) || (kind === 'custom' && type === undefined)) return;
  if (typeof type !== 'string')
    throw documentError('/data/type', message('document.value-expected', { value: resource.name }));
  throw new ConflictError(
    message('jsonapi.wrong-type', { type: resource.name, other: type.slice(0, 100) }),
    at('/data/type', 'wrong_type', message('document.value-expected', { value: resource.name })),
  );
}

function takeIdentifier({ id }: Members, members: Members, call: BodyRequest): void {
  const { operation } = call;
  const { resource, kind, inputMembers } = operation;
  const { identifier } = resource;
  if (kind === 'replace' || kind === 'patch') {
    const expected = idText(resource, call.id!);
    if (id === expected) return;
    if (id === undefined) throw documentError('/data/id', message('document.identifier-expected', { value: expected }));
    throw new ConflictError(
      message('jsonapi.wrong-identifier', { type: resource.name, id: expected }),
      at('/data/id', 'wrong_id', message('document.value-expected', { value: expected })),
    );
  }
  if (kind !== 'create' || id === undefined) return;
  // §9.1.1: a client-generated identifier that is not allowed is a 403.
  if (inputMembers && !identifier.keys.every((key) => inputMembers.includes(key)))
    throw new ForbiddenError(
      message('jsonapi.identifier-not-allowed'),
      at('/data/id', 'read_only', message('jsonapi.read-only')),
    );
  const identity = typeof id === 'string' ? identifier.parse(id) : undefined;
  if (identity === undefined) throw documentError('/data/id', message('jsonapi.unknown-identifier'));
  Object.assign(members, identity);
}

function readLinkage(sent: unknown, { link }: FieldModel, pointer: string, violations: Violation[]): unknown {
  const { to, as } = link!;
  const place = `${pointer}/data`;
  if (!isObject(sent) || !('data' in sent)) {
    violations.push({ pointer: place, detail: message('jsonapi.linkage-expected'), code: 'invalid_linkage' });
    return undefined;
  }
  const one = (linkage: unknown, where: string): unknown => {
    if (linkage === null) return null;
    const { type, id } = isObject(linkage) ? linkage : {};
    const identity = isTypeOf(to, type) && typeof id === 'string' ? to.identifier.parse(id) : undefined;
    if (identity === undefined) {
      const detail = message('jsonapi.identifier-expected', { type: to.name });
      violations.push({ pointer: where, detail, code: 'invalid_linkage' });
      return undefined;
    }
    const value = to.identifier.keys.length === 1 ? Object.values(identity)[0] : identity;
    return as === 'iri' ? iriOf(to, value) : value;
  };
  const { data } = sent;
  return Array.isArray(data) ? data.map((each, index) => one(each, `${place}/${index}`)) : one(data, place);
}

function documentError(pointer: string, detail: Message): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code: 'invalid_document' }]);
}

function at(pointer: string, code: string, detail: Message): HttpErrorOptions {
  return { extensions: { errors: [{ pointer, detail, code }] } };
}

function pointerTo(part: string, name: string): string {
  return `/data/${part}/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
