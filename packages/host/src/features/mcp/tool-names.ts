import type { Operation } from '../resources/model/operation.ts';
import { splitWords } from '../resources/describe/summary.ts';

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
