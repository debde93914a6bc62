import { UnprocessableContentError } from 'oriel-core/http';
import { parseJson } from '../../../../http/json.ts';
import type { Violation } from 'oriel-core/http';
import type { BodyReader } from '../../model/format.ts';
import type { BodyRequest } from '../../model/pending-write.ts';
import { missingNullableMembers } from '../../request/body/nullable-members.ts';
import { parseIri } from '../../model/wire-item.ts';
import { jsonldBody } from './jsonld-schema.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/**
 * Parses JSON-LD with the context of the resource. Keywords are checked and removed; a document with another context, type or
 * identifier is rejected.
 */
export const jsonldReader: BodyReader = {
  name: 'jsonld',
  types: ['application/ld+json'],
  describe: (_, operation, body) => jsonldBody(operation, body),
  read(text, call) {
    const sent = parseJson(text as string);
    return {
      kind: 'value',
      value: Array.isArray(sent) ? sent.map((each) => toMembers(each, call)) : toMembers(sent, call),
    };
  },
};

function toMembers(sent: unknown, call: BodyRequest): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const document = sent as Readonly<Record<string, unknown>>;
  const violations = checkKeywords(document, call);
  if (violations.length > 0) throw new UnprocessableContentError(violations);
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const { fieldByName } = call.operation.resource;
  for (const name of Object.keys(document)) {
    if (KEYWORDS.includes(name)) continue;
    const link = fieldByName.get(name)?.link;
    value[name] = link?.as === 'iri' ? unwrap(document[name]) : document[name];
  }
  takeIdentifier(document['@id'], value, call);
  // Null and absent are the same in JSON-LD (§9.1), so missing nullable members are null.
  for (const name of missingNullableMembers(value, call)) value[name] = null;
  return value;
}

const KEYWORDS: readonly string[] = ['@context', '@id', '@type'];

function checkKeywords(document: Readonly<Record<string, unknown>>, call: BodyRequest): Violation[] {
  const { resource, kind } = call.operation;
  const { '@context': context, '@type': type, '@id': id } = document;
  const { origin } = call.context;
  const violations: Violation[] = [];
  const addViolation = (pointer: string, detail: Message, code: string): void =>
    void violations.push({ pointer, detail, code });
  const own = `${resource.prefix}/contexts/${resource.type}`;
  const sent = Array.isArray(context) && context.length === 1 ? (context[0] as unknown) : context;
  if (
    typeof sent === 'string'
      ? sent !== own && sent !== origin + own
      : Array.isArray(sent) || isForeign(sent, origin, resource.prefix)
  )
    addViolation('/@context', message('jsonld.unsupported-context', { context: own }), 'unknown_context');
  if (type !== undefined && !([] as unknown[]).concat(type).some((each) => isType(each, call)))
    addViolation('/@type', message('document.value-expected', { value: resource.type }), 'wrong_type');
  if (id === undefined) return violations;
  const path = typeof id === 'string' && id.startsWith(`${origin}/`) ? id.slice(origin.length) : id;
  if (kind === 'replace' && path !== resource.iri(call.id as never, call.uri))
    addViolation(
      '/@id',
      message('document.item-expected', { value: resource.iri(call.id as never, call.uri) }),
      'wrong_id',
    );
  if (kind === 'create' && (typeof id !== 'string' || parseIri(resource, id, origin) === undefined))
    addViolation(
      '/@id',
      message('member.iri-expected', { type: resource.type, example: `${resource.path}/…` }),
      'invalid_iri',
    );
  return violations;
}

// An inline context is accepted if it has the vocabulary of the API.
function isForeign(context: unknown, origin: string, prefix: string): boolean {
  if (context === undefined) return false;
  if (typeof context !== 'object' || context === null) return true;
  return (context as { '@vocab'?: unknown })['@vocab'] !== `${origin}${prefix}/docs.jsonld#`;
}

function isType(type: unknown, { operation: { resource }, context: { origin } }: BodyRequest): boolean {
  return type === resource.type || type === `${origin}${resource.prefix}/docs.jsonld#${resource.type}`;
}

// Sets the identifier of a new item from its IRI, if the schema of the body contains the identifier.
function takeIdentifier(id: unknown, value: Record<string, unknown>, { operation, context }: BodyRequest): void {
  if (id === undefined || operation.kind !== 'create') return;
  const { resource, inputMembers } = operation;
  const { keys } = resource.identifier;
  const found = parseIri(resource, id as string, context.origin);
  const identity = (keys.length === 1 ? { [keys[0]!]: found } : found) as Readonly<Record<string, unknown>>;
  for (const key of keys) {
    if (value[key] === undefined) value[key] = identity[key];
    if (inputMembers && !inputMembers.includes(key))
      throw new UnprocessableContentError([
        { pointer: '/@id', detail: message('jsonld.read-only'), code: 'read_only' },
      ]);
  }
}

// A link may be a node with only an identifier: { "@id": "/api/authors/2" }.
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value);
  return names.length === 1 && names[0] === '@id' ? (value as { '@id': unknown })['@id'] : value;
}
