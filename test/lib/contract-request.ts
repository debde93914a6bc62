import type { DescribedOperation, Exchange, Json } from './contract.ts';
import { isJson, getMedia, getType } from './contract-media.ts';
import { isNamed, objectIn } from './contract-parameters.ts';
import type { Parameter } from './contract-parameters.ts';
import { checkErrorResponse, isForOtherFormat, isRestricted } from './contract-error-response.ts';

type Fail = (difference: string) => never;

/** Checks that the document allows an accepted request, and that it explains a rejected one. */
export function checkRequest(exchange: Exchange, described: DescribedOperation, fail: Fail): void {
  const { status } = exchange.response;
  if (status < 300 || status === 304) {
    checkParameters(exchange, described, fail);
    checkBody(exchange, described, fail);
  } else if (status < 500) checkErrorResponse(exchange, described, fail);
}

function checkParameters({ target, headers }: Exchange, { operation, schemas }: DescribedOperation, fail: Fail): void {
  const known = operation['parameters'] as readonly Parameter[];
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  const isOpen = known.some(({ style }) => style === 'form');
  for (const name of new Set(query.keys())) {
    const parameter = known.find((element) => isNamed(element, name));
    if (parameter === undefined) fail(`the document has no parameter "${name}"`);
    // If unknown parameters are ignored, one may have the name of a restricted parameter or of another format.
    if (isOpen && (isRestricted(parameter) || isForOtherFormat(headers, parameter))) continue;
    if (parameter.style !== undefined) continue; // Its members are checked below.
    const error = schemas.validationError(getValue(query.getAll(name), parameter.schema), parameter.schema);
    if (error !== undefined) fail(`the document does not allow "${query.getAll(name).join()}" for "${name}": ${error}`);
  }
  for (const { name, style, schema } of known.filter((parameter) => parameter.style === 'deepObject')) {
    const error = schemas.validationError(objectIn(query, name), schema);
    if (error !== undefined) fail(`the document does not allow this ${style} for "${name}": ${error}`);
  }
  for (const { name, in: where, required } of known)
    if (required && !(where === 'path' || (where === 'query' ? query.has(name) : headers.has(name))))
      fail(`the document requires "${name}"`);
}

function getValue(sent: readonly string[], schema: Json): unknown {
  const { type } = schema;
  if (type === 'array') return sent.map((element) => getValue([element], (schema['items'] as Json | undefined) ?? {}));
  const text = sent.at(-1)!;
  if ((type === 'integer' || type === 'number') && text.trim() !== '') return Number(text);
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  return text;
}

function checkBody(
  { headers, body, response }: Exchange,
  { operation, schemas }: DescribedOperation,
  fail: Fail,
): void {
  const described = operation['requestBody'] as { required?: boolean } | undefined;
  if (body === undefined || body === '') {
    if (described?.required) fail('the document requires a body');
    return;
  }
  const type = getType(headers);
  const schema = getMedia(operation, type);
  if (described === undefined) return; // The content of a GET has no defined meaning (RFC 9110 §9.3.1).
  if (schema === undefined) return fail(`the document does not describe a body of ${type}`);
  if (!isJson(type)) return;
  if (response.status === 207) return; // Each item of a bulk request has its own result.
  const error = schemas.validationError(JSON.parse(body), schema);
  if (error !== undefined) fail(`the document does not allow this body: ${error}\n${body}`);
}
