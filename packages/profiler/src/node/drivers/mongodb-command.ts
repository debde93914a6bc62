import { types } from 'node:util';
import { hasProxy } from 'oriel-core/trace';
import { MASK, isSecretName } from 'oriel-core/redaction';

/** A MongoDB command as it is recorded. */
export interface MongoCommand {
  readonly collection: string;
  readonly operation: string;
  /** The command with its values replaced: `users.find({age: {$gt: ?}})`. Equal for repetitions with other values. */
  readonly statement: string;
  /** Filter, pipeline and update, as plain values of bounded size. Secrets are masked by the names of their fields. */
  readonly parameters: readonly unknown[];
}

type Command = Readonly<Record<string, unknown>>;

/**
 * Describes a command of the wire protocol. Inserted documents are counted, not recorded.
 *
 * @param operation the name of the command, such as `find`
 */
export function describeMongoCommand(operation: string, command: Command): MongoCommand {
  const collection = String((operation === 'getMore' ? command['collection'] : command[operation]) ?? '');
  const parts = getParts(operation, command);
  const parameters = parts.filter((part) => typeof part !== 'string');
  const list = parts.map((part) => (typeof part === 'string' ? part : describeShape(part, 0))).join(', ');
  const prefix = collection === '1' || collection === '' ? '' : `${collection}.`;
  return {
    collection,
    operation,
    statement: `${prefix}${operation}(${list})`.slice(0, MAX_STATEMENT_LENGTH),
    parameters: parameters.map((part) => plainValue(part, 0)),
  };
}

/** Returns the parts of a command that are recorded; texts are notes. */
function getParts(operation: string, command: Command): unknown[] {
  const { filter, query, q, pipeline, documents, updates, deletes, update, key } = command;
  if (Array.isArray(documents)) return [`${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`];
  const statements = updates ?? deletes;
  if (Array.isArray(statements)) {
    const { q: where, u: change } = (statements[0] ?? {}) as { readonly q?: unknown; readonly u?: unknown };
    const more = statements.length > 1 ? [`… ${statements.length - 1} more`] : [];
    return [where ?? {}, ...(change === undefined ? [] : [change]), ...more];
  }
  if (pipeline !== undefined) return [pipeline];
  const where = filter ?? query ?? q;
  const parts = operation === 'distinct' ? [String(key)] : [];
  if (where === undefined) return parts;
  const isUpdate = operation !== 'update' && typeof update === 'object';
  return [...parts, where, ...(isUpdate ? [update] : [])];
}

const MAX_STATEMENT_LENGTH = 500;
const MAX_MEMBERS = 30;
const MAX_DEPTH = 6;
const MAX_TEXT_LENGTH = 500;

/** Returns an object with its values replaced by `?`. */
function describeShape(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || isBsonValue(value)) return '?';
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const shapes = [...new Set(value.slice(0, MAX_MEMBERS).map((element) => describeShape(element, depth + 1)))];
    return `[${shapes.join(', ')}]`;
  }
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return `{${members.map(([name, element]) => `${name}: ${describeShape(element, depth + 1)}`).join(', ')}}`;
}

/** Copies a value: BSON types as text, the rest as plain data of bounded size. The application may change its objects. */
function plainValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (isBsonValue(value)) return bsonText(value);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const operands = value.slice(0, MAX_MEMBERS);
    const isSecret = operands.some(isSecretField);
    return operands.map((operand) => (isSecret && isValue(operand) ? MASK : plainValue(operand, depth + 1)));
  }
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(members.map(([name, element]) => [name, plainValue(element, depth + 1)]));
}

// Expressions name a field beside its value: `{$eq: ['$password', 'x']}`.
function isSecretField(operand: unknown): boolean {
  return typeof operand === 'string' && operand.startsWith('$') && isSecretName(operand);
}

function isValue(operand: unknown): boolean {
  return typeof operand === 'number' || (typeof operand === 'string' && !operand.startsWith('$'));
}

function isBsonValue(value: object): boolean {
  return (
    hasProxy(value) || '_bsontype' in value || types.isDate(value) || types.isRegExp(value) || ArrayBuffer.isView(value)
  );
}

function bsonText(value: object): unknown {
  if (hasProxy(value)) return '[proxy]';
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (types.isRegExp(value)) return String(value);
  const { _bsontype: type } = value as { readonly _bsontype?: unknown };
  if (type === 'Binary') return '[binary]';
  return `${String(type)}(${String(value).slice(0, 100)})`;
}
