import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DOCUMENT } from './document.ts';
import { Rejection } from './exchange.ts';
import type { Call } from './exchange.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'api', components: DOCUMENT.components });

/** Returns the parsed body if it has the media type and matches the schema. */
export function readBody<T>({ body, headers, has }: Call, schema: string, type = 'application/json'): T {
  const [sent, charset] = String(headers['content-type'] ?? '').split(';');
  if (sent!.trim().toLowerCase() !== type || (charset !== undefined && !/charset="?utf-8/i.test(charset)))
    throw new Rejection(415, `The body must be ${type}`);
  if (headers['content-encoding'] !== undefined) throw new Rejection(415, 'The body must not be compressed');
  const value = parse(body);
  // Fault 6: PATCH reads the text before it is validated.
  if (has(6) && schema === 'BookPatch') (value as { title?: string }).title?.trim();
  // Fault 7: the city of the address is read before it is validated.
  if (has(7) && (value as { publisher?: { address?: null } }).publisher?.address === null) throw new TypeError('null');
  // Fault 14: the price is not validated if a currency is sent.
  const { price, ...rest } = (value ?? {}) as { price?: unknown; currency?: unknown };
  const skipsPrice = has(14) && schema === 'BookPatch' && typeof price === 'number' && rest.currency !== undefined;
  const validate = ajv.getSchema(`api#/components/schemas/${schema}`)!;
  if (!validate(skipsPrice ? rest : value)) throw new Rejection(422, ajv.errorsText(validate.errors));
  return value as T;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Rejection(400, 'The body is not JSON');
  }
}

/** Returns the only value of a query parameter, or undefined if it is missing. */
export function readParameter({ query, has }: Call, name: string): string | undefined {
  const values = query.getAll(name);
  // Fault 5: code that expects text gets a list.
  if (has(5) && values.length > 1) throw new TypeError('value.trim is not a function');
  if (values.length > 1) throw new Rejection(400, `The parameter ${name} must be sent once`);
  return values[0];
}

/** Returns a query parameter that is an integer. */
export function readInteger(call: Call, name: string, fallback: number, maximum = Infinity): number {
  const text = readParameter(call, name);
  if (text === undefined) return fallback;
  const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
  // Fault 3: the message of the database is sent to the client.
  if (call.has(3) && name === 'page' && value < 0)
    throw new Rejection(400, `SQLITE_ERROR: SELECT id, title FROM books LIMIT 20 OFFSET ${(value - 1) * 20}`);
  if (!(value >= 1 && value <= maximum)) throw new Rejection(400, `The parameter ${name} is invalid`);
  return value;
}

/** Returns whether a text is a date of the calendar. */
export function isDate(text: string): boolean {
  return ajv.validate({ type: 'string', format: 'date' }, text);
}
