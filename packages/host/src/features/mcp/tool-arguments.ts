import { ARGUMENT_GROUPS } from './tool.ts';
import type { Tool } from './tool.ts';

export interface ToolTarget {
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as JSON; undefined for none. */
  readonly body: string | undefined;
}

/** Arguments that cannot be written as a request. The message states how to correct them. */
export class ToolArgumentsError extends Error {}

/**
 * Writes the arguments of a call as a request. The request is validated when it is handled; only what cannot be written is
 * rejected here.
 *
 * @throws {ToolArgumentsError} for an unknown or missing argument
 */
export function writeArguments(tool: Tool, args: Readonly<Record<string, unknown>>): ToolTarget {
  const known = [...tool.variables.map(({ argument }) => argument), ...getGroups(tool)];
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ToolArgumentsError(describeUnknown(unknown, known));
  const query = getGroup(args, 'query');
  const search = Object.entries(query).flatMap(([name, value]) => writeParameter(name, value));
  const path = writePath(tool, args);
  return {
    target: search.length > 0 ? `${path}?${search.join('&')}` : path,
    headers: Object.entries(getGroup(args, 'headers')).map(([name, value]) => writeHeader(tool, name, value)),
    body: tool.bodyType === undefined || args['body'] === undefined ? undefined : JSON.stringify(args['body']),
  };
}

function getGroups({ bodyType, headers }: Tool): string[] {
  return ARGUMENT_GROUPS.filter((name) =>
    name === 'body' ? bodyType !== undefined : name === 'headers' ? headers.length > 0 : true,
  );
}

function describeUnknown(name: string, known: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, 100));
  const list = known.length > 0 ? known.map((text) => `"${text}"`).join(', ') : 'none';
  const hint = known.includes('body') ? '; members of the body belong in "body", filters in "query"' : '';
  return `Unknown argument ${shown}; the arguments are ${list}${hint}`;
}

function getGroup(args: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const group = args[name];
  if (group === undefined || group === null) return {};
  if (typeof group !== 'object' || Array.isArray(group)) throw new ToolArgumentsError(`"${name}" must be an object`);
  return group as Readonly<Record<string, unknown>>;
}

function writePath({ path, variables }: Tool, args: Readonly<Record<string, unknown>>): string {
  const argumentOf = new Map(variables.map(({ name, argument }) => [name, argument]));
  return path.replace(/\{!?([^{}]+)\}/g, (_, name: string) => {
    const argument = argumentOf.get(name)!;
    const value = args[argument];
    if (!isScalar(value) || value === '')
      throw new ToolArgumentsError(`"${argument}" must be a text that is not empty, or a number`);
    return encode(String(value));
  });
}

// `price[gt]=5`, `status[]=a&status[]=b`, `or[0][price][gt]=5`.
function writeParameter(name: string, value: unknown, prefix?: string): string[] {
  const full = prefix === undefined ? name : `${prefix}${inBrackets(name)}`;
  if (value === undefined || value === null) return [];
  if (isScalar(value)) return [`${encode(full)}=${encode(String(value))}`];
  if (Array.isArray(value))
    return value.flatMap((element, index) =>
      isScalar(element) ? [`${encode(full)}=${encode(String(element))}`] : writeParameter(String(index), element, full),
    );
  return Object.entries(value).flatMap(([key, member]) => writeParameter(key, member, full));
}

// `price[gt]` becomes `[price][gt]`.
function inBrackets(name: string): string {
  return `[${name.split('[', 1)[0]}]${name.slice(name.split('[', 1)[0]!.length)}`;
}

function writeHeader({ headers }: Tool, name: string, value: unknown): readonly [string, string] {
  const known = headers.find((header) => header.toLowerCase() === name.toLowerCase());
  if (known === undefined)
    throw new ToolArgumentsError(`Unknown header ${JSON.stringify(name.slice(0, 100))}; use ${headers.join(' or ')}`);
  if (typeof value !== 'string' || !HEADER_VALUE.test(value))
    throw new ToolArgumentsError(`The header "${known}" must be a text of printable ASCII characters`);
  return [known, value];
}

const HEADER_VALUE = /^[\x20-\x7e]{1,1000}$/;

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
