import { lowerFirst } from '../../../core/http/first-letter.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';

/** A document of the API beside its resources: the entrypoint, a context, a documentation. */
export interface ApiDocument {
  /** The name of its route. */
  readonly name: string;
  /** Below the prefix: `/contexts/{type}.{_format}`. */
  readonly path: string;
  readonly requirements?: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** Undefined when there is none with these variables. */
  write(registry: ResourceRegistry, asked: DocumentRequest): string | undefined;
}

/** What a document may depend on. */
export interface DocumentRequest {
  /** Scheme and authority of the request, for what has to be absolute. */
  readonly origin: string;
  /** What people call the host. */
  readonly title: string;
  /** The variables of the path. */
  readonly variables: Readonly<Record<string, string | null | undefined>>;
}

/** Where the collections of an API are, each under a name of its own: what an entrypoint tells. */
export function collectionPaths({ resources }: Pick<ResourceRegistry, 'resources'>): ReadonlyMap<string, string> {
  const collections = new Map<string, string>();
  for (const { name, type, path, operations } of resources.values()) {
    // A path with variables cannot be gone to without knowing them.
    if (path.includes('{') || !operations.some(({ kind }) => kind === 'list')) continue;
    const short = lowerFirst(type);
    collections.set(collections.has(short) ? camel(name) : short, path);
  }
  return collections;
}

function camel(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
