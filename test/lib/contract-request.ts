import type { Described, Exchange, Json } from './contract.ts';
import { isJson, mediaOf, typeOf } from './contract-media.ts';
import { isNamed, objectIn } from './contract-parameters.ts';
import type { Parameter } from './contract-parameters.ts';
import { checkRefusal, isElsewhere, isForSome } from './contract-refusal.ts';

type Fail = (difference: string) => never;

/** What was taken must be allowed by the document; what was refused as unknown, missing or unreadable must be so there, too. */
export function checkRequest(exchange: Exchange, described: Described, fail: Fail): void {
  const { status } = exchange.answer;
  if (status < 300 || status === 304) {
    checkParameters(exchange, described, fail);
    checkBody(exchange, described, fail);
  } else if (status < 500) checkRefusal(exchange, described, fail);
}

function checkParameters({ target, headers }: Exchange, { operation, schemas }: Described, fail: Fail): void {
  const known = operation['parameters'] as readonly Parameter[];
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  const isOpen = known.some(({ style }) => style === 'form');
  for (const name of new Set(query.keys())) {
    const parameter = known.find((each) => isNamed(each, name));
    if (parameter === undefined) fail(`the document has no parameter "${name}"`);
    // Where strangers pass, one may have the name of what is for others, or for another format.
    if (isOpen && (isForSome(parameter) || isElsewhere(headers, parameter))) continue;
    if (parameter.style !== undefined) continue; // Its members are many parameters; see below.
    const flaw = schemas.flawOf(valueOf(query.getAll(name), parameter.schema), parameter.schema);
    if (flaw !== undefined) fail(`the document does not allow "${query.getAll(name).join()}" for "${name}": ${flaw}`);
  }
  for (const { name, style, schema } of known.filter((each) => each.style === 'deepObject')) {
    const flaw = schemas.flawOf(objectIn(query, name), schema);
    if (flaw !== undefined) fail(`the document does not allow this ${style} for "${name}": ${flaw}`);
  }
  for (const { name, in: where, required } of known)
    if (required && !(where === 'path' || (where === 'query' ? query.has(name) : headers.has(name))))
      fail(`the document demands "${name}"`);
}

function valueOf(sent: readonly string[], schema: Json): unknown {
  const { type } = schema;
  if (type === 'array') return sent.map((each) => valueOf([each], (schema['items'] as Json | undefined) ?? {}));
  const text = sent.at(-1)!;
  if ((type === 'integer' || type === 'number') && text.trim() !== '') return Number(text);
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  return text;
}

function checkBody({ headers, body, answer }: Exchange, { operation, schemas }: Described, fail: Fail): void {
  const told = operation['requestBody'] as { required?: boolean } | undefined;
  if (body === undefined || body === '') {
    if (told?.required) fail('the document demands a body');
    return;
  }
  const type = typeOf(headers);
  const schema = mediaOf(operation, type);
  if (told === undefined) return; // What a GET carries means nothing (RFC 9110 §9.3.1).
  if (schema === undefined) return fail(`the document has no body of ${type}`);
  if (!isJson(type)) return;
  if (answer.status === 207) return; // Each of a list has a result of its own.
  const flaw = schemas.flawOf(JSON.parse(body), schema);
  if (flaw !== undefined) fail(`the document does not allow this body: ${flaw}\n${body}`);
}
