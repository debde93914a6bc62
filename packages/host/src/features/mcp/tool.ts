import type { JsonSchema } from '../resources/model/json-schema.ts';
import type { Operation } from '../resources/model/operation.ts';
import { splitWords } from '../resources/describe/summary.ts';

/** An operation or route that assistants can call. */
export interface Tool {
  /** `list_cities`, `get_city`; unique in the host. */
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** The path, with its variables in braces: `/api/cities/{id}`. */
  readonly path: string;
  readonly variables: readonly PathVariable[];
  /** The value of `Accept` of its requests. */
  readonly accept: string;
  /** The media type of its request body; undefined if it has none. */
  readonly bodyType: string | undefined;
  /** The request headers that its arguments may set. */
  readonly headers: readonly string[];
  readonly annotations: ToolAnnotations;
  readonly describeInput: () => JsonSchema;
  /** The route of its requests, as far as access rules read it. */
  readonly route: { readonly name: string; readonly path: string; readonly data: object };
  /** Returns whether its requests may have a route with this data. */
  readonly owns: (routeData: unknown) => boolean;
}

/** A variable of a path and the argument that sets it. */
interface PathVariable {
  readonly name: string;
  readonly argument: string;
}

/** Hints for users of assistants, as the Model Context Protocol defines them. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** Arguments that are not variables of the path. */
export const ARGUMENT_GROUPS = ['query', 'headers', 'body'] as const;

/** Returns the variables of a path. A variable with the name of a group has another argument. */
export function pathVariables(path: string): PathVariable[] {
  const groups: readonly string[] = ARGUMENT_GROUPS;
  return [...path.matchAll(/\{!?([^{}]+)\}/g)].map(([, name]) => ({
    name: name!,
    argument: groups.includes(name!) ? `path_${name}` : name!,
  }));
}

/** Returns the hints for a method. @param creates whether it adds something and changes nothing */
export function getAnnotations(method: string, creates = false): ToolAnnotations {
  const reads = READS.has(method);
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && !creates,
    idempotentHint: reads || method === 'PUT' || method === 'DELETE',
  };
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** Returns the name of the tool of an operation: `list_cities`, `get_city`, `list_cities_by_country`. */
export function operationToolName({ kind, name, resource, hasItem }: Operation): string {
  const many = toSnakeCase(resource.name);
  const one = toSnakeCase(resource.type);
  const [, , ...below] = name.split('.');
  const suffix = below.length > 0 ? `_by_${toSnakeCase(below.join('_'))}` : '';
  switch (kind) {
    case 'list':
      return `list_${many}${suffix}`;
    case 'create':
      return `create_${one}${suffix}`;
    case 'patch':
      return `update_${one}`;
    case 'bulk':
      return `update_${many}`;
    case 'custom':
      return `${toSnakeCase(name.slice(resource.name.length + 1))}_${hasItem ? one : many}`;
    default:
      return `${kind}_${one}`;
  }
}

/** Returns the name of the tool of a route: `monthly_report` for `report.monthly`. */
export function toSnakeCase(name: string): string {
  return splitWords(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Gives out names of tools that are unique, and valid in all versions of the protocol and for all known assistants. */
export class ToolNames {
  readonly #taken: Set<string>;

  /** @param reserved names that no tool may have */
  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  take(wanted: string): string {
    const base = wanted === '' ? 'tool' : wanted.slice(0, MAX_LENGTH);
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) {
      const suffix = `_${number}`;
      name = base.slice(0, MAX_LENGTH - suffix.length) + suffix;
    }
    this.#taken.add(name);
    return name;
  }
}

const MAX_LENGTH = 64;
