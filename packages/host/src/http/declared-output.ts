import { describeSchema, findAlternatives } from './convert-text.ts';
import type { JsonSchemaNode } from './convert-text.ts';
import { isObject, getTag, andThen, HttpResponse, getPointer } from 'oriel-core/http';
import type { MaybePromise, SchemaIssue, StandardSchema } from 'oriel-core/http';

/** The schema of a response. */
export interface DeclaredOutput {
  readonly schema: StandardSchema;
  /** The side of the schema that the value has: handlers of routes return the input of `replies`,
   * custom operations the output of their `output`. */
  readonly side: 'input' | 'output';
  /** What returned the value, for errors: `The reply 200 of route "boats"`. */
  readonly subject: string;
  /** The setting with the schema, for errors: `replies[200]`. */
  readonly setting: string;
}

/**
 * Removes members that the schema of a response does not declare, and reports values that have another type. The value is
 * not converted: it is sent as the handler returned it. Files, bytes and streams are not checked.
 *
 * @param report receives the message for a value that does not match; it may throw
 * @returns the value to send, or a promise of it for asynchronous schemas
 */
export function selectDeclared(
  value: unknown,
  output: DeclaredOutput,
  report: (message: string) => void,
): MaybePromise<unknown> {
  const { schema } = output;
  if (value === undefined || !isData(value)) return value;
  return andThen(schema['~standard'].validate(value), (direct) => {
    if (direct.issues === undefined && isPart(direct.value, value)) return direct.value;
    const wire = toWire(value);
    if (wire === undefined) return value; // The serializer reports it.
    return andThen(schema['~standard'].validate(wire), (result) => {
      if (result.issues === undefined && isPart(result.value, wire)) return result.value;
      if (direct.issues && result.issues && !isConverted(output)) report(describeIssues(result.issues, output));
      const root = describeSchema(schema, output.side) ?? {};
      return select(wire, root, { root, isClosed: schema['~standard'].vendor === 'zod' });
    });
  });
}

// Responses, files, streams and errors are not data; typed arrays and maps have a tag, too.
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof HttpResponse || value instanceof Error || getTag(value) !== undefined) return false;
  return !(Symbol.asyncIterator in value);
}

// The value as the client receives it: a schema of texts accepts dates.
function toWire(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

// Whether a schema only removed members, and did not convert or add any.
function isPart(part: unknown, value: unknown): boolean {
  if (Object.is(part, value)) return true;
  if (Array.isArray(part) && Array.isArray(value))
    return part.length === value.length && part.every((element, index) => isPart(element, value[index]));
  if (!isObject(part) || !isObject(value) || typeof value['toJSON'] === 'function') return false;
  return Object.keys(part).every((name) => name in value && isPart(part[name], value[name]));
}

// A schema validates what it reads, so what it returns cannot be validated if that is something else.
function isConverted({ schema, side }: DeclaredOutput): boolean {
  return (
    side === 'output' &&
    describeTypes(describeSchema(schema, 'input')) !== describeTypes(describeSchema(schema, 'output'))
  );
}

/** Returns a text of a schema that is the same for both of its sides if these have the same types. */
export function describeTypes(schema: JsonSchemaNode | undefined): string {
  return JSON.stringify(schema ?? {}, (key, value: unknown) => (IGNORED.includes(key) ? undefined : value));
}

const IGNORED = ['default', 'required', 'additionalProperties', 'readOnly', 'description'];

function describeIssues(issues: readonly SchemaIssue[], { subject, setting }: DeclaredOutput): string {
  const shown = issues.slice(0, 5).map((issue) => `${getPointer(issue) || 'the whole value'}: ${issue.message}`);
  const more = issues.length > shown.length ? ` and ${issues.length - shown.length} more` : '';
  return `${subject} does not match its schema: ${shown.join('; ')}${more}. Return a value of the schema, or change ${setting}`;
}

interface Selection {
  readonly root: JsonSchemaNode;
  /** Whether objects without `additionalProperties` have no others. */
  readonly isClosed: boolean;
}

function select(value: unknown, schema: JsonSchemaNode, selection: Selection): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const leaves = findAlternatives(schema, selection.root);
  if (Array.isArray(value)) {
    const items = leaves.map((leaf) => leaf['items']).filter(isObject);
    return items.length === 0 ? value : value.map((element) => select(element, { anyOf: items }, selection));
  }
  const objects = leaves.filter(({ properties }) => isObject(properties));
  const isOpen = ({ additionalProperties: more }: JsonSchemaNode): boolean =>
    more === undefined ? !selection.isClosed : more !== false;
  if (objects.length === 0) return value;
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const members = objects.map(({ properties }) => (properties as JsonSchemaNode)[name]).filter(isObject);
    if (members.length > 0) return [[name, select(member, { anyOf: members }, selection)]];
    return objects.some(isOpen) ? [[name, member]] : [];
  });
  return Object.fromEntries(entries);
}
