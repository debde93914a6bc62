import { UnprocessableContentError, isObject } from 'oriel-core/http';
import type { Violation } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { parseJson } from '../../../../http/json.ts';
import type { BodyReader } from '../../model/format.ts';
import type { BodyRequest } from '../../model/operation-call.ts';
import { parseIri } from '../../model/wire-item.ts';
import { acceptsIdentifier, copyMembers, isIriLink, restoreNulls } from '../members.ts';
import type { Members } from '../members.ts';
import { describeJsonldBody } from '../schemas.ts';
import { createVocabulary } from './jsonld-context.ts';

/**
 * Parses JSON-LD with the context of the resource. Keywords are checked and removed; a document with another context, type or
 * identifier is rejected.
 */
export const jsonldReader: BodyReader = {
  name: 'jsonld',
  types: ['application/ld+json'],
  describe: (_, operation, plain) => describeJsonldBody(operation, plain),
  read(text, call) {
    const sent = parseJson(text as string);
    const value = Array.isArray(sent) ? sent.map((element) => readMembers(element, call)) : readMembers(sent, call);
    return { kind: 'value', value };
  },
};

function readMembers(document: unknown, call: BodyRequest): unknown {
  if (!isObject(document)) return document;
  const violations = [...checkKeywords(document, call)];
  if (violations.length > 0) throw new UnprocessableContentError(violations);
  const members = copyMembers(document, ['@context', '@id', '@type']);
  const { resource } = call.operation;
  for (const name of Object.keys(members)) if (isIriLink(resource, name)) members[name] = unwrap(members[name]);
  takeIdentifier(document['@id'], members, call);
  // Null and absent are the same in JSON-LD (§9.1), so missing nullable members are null.
  restoreNulls(members, call, () => true);
  return members;
}

function* checkKeywords(document: Members, call: BodyRequest): Generator<Violation> {
  const { resource, kind } = call.operation;
  const { '@context': context, '@type': type, '@id': id } = document;
  const { origin } = call.context;
  const vocabulary = createVocabulary(origin, resource.prefix);
  const path = `${resource.prefix}/contexts/${resource.type}`;
  const sent: unknown = Array.isArray(context) && context.length === 1 ? context[0] : context;
  // An inline context is accepted if it has the vocabulary of the API.
  const isInline = isObject(sent) && sent['@vocab'] === vocabulary;
  if (sent !== undefined && sent !== path && sent !== origin + path && !isInline) {
    const detail = message('jsonld.unsupported-context', { context: path });
    yield { pointer: '/@context', detail, code: 'unknown_context' };
  }
  const isType = (element: unknown): boolean => element === resource.type || element === vocabulary + resource.type;
  if (type !== undefined && ![type].flat().some(isType)) {
    const detail = message('document.value-expected', { value: resource.type });
    yield { pointer: '/@type', detail, code: 'wrong_type' };
  }
  if (id === undefined) return;
  if (kind === 'replace') {
    const value = resource.iri(call.id!, call.uri);
    const detail = message('document.item-expected', { value });
    if (id !== value && id !== origin + value) yield { pointer: '/@id', detail, code: 'wrong_id' };
  }
  if (kind === 'create' && (typeof id !== 'string' || parseIri(resource, id, origin) === undefined)) {
    const detail = message('member.iri-expected', { type: resource.type, example: `${resource.path}/…` });
    yield { pointer: '/@id', detail, code: 'invalid_iri' };
  }
}

// Sets the identifier of a new item from its IRI, if the schema of the body contains the identifier.
function takeIdentifier(id: unknown, members: Members, { operation, context }: BodyRequest): void {
  if (id === undefined || operation.kind !== 'create') return;
  if (!acceptsIdentifier(operation))
    throw new UnprocessableContentError([{ pointer: '/@id', detail: message('jsonld.read-only'), code: 'read_only' }]);
  const { resource } = operation;
  const identity = resource.identifier.toKeys(parseIri(resource, id as string, context.origin));
  for (const key of resource.identifier.keys) if (members[key] === undefined) members[key] = identity[key];
}

// A link may be a node with only an identifier: { "@id": "/api/authors/2" }.
function unwrap(link: unknown): unknown {
  if (Array.isArray(link)) return link.map(unwrap);
  return isObject(link) && Object.keys(link).join() === '@id' ? link['@id'] : link;
}
