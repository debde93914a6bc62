import { lowerFirst } from '../../../core/http/first-letter.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';

/** A document of a format besides the resources, such as a JSON-LD context or the Hydra documentation. */
export interface ApiDocument {
  /** The name of its route. */
  readonly name: string;
  /** The path without the prefix of the API: `/contexts/{type}.{_format}`. */
  readonly path: string;
  readonly requirements?: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** Writes the document; returns undefined if it does not exist (404). */
  write(registry: ResourceRegistry, request: DocumentRequest): string | undefined;
}

/** The request for a document. */
export interface DocumentRequest {
  /** Scheme and authority of the request. */
  readonly origin: string;
  /** The title of the API. */
  readonly title: string;
  /** The variables of the path. */
  readonly variables: Readonly<Record<string, string | null | undefined>>;
}

/** Returns the paths of the collections of an API, each with a unique name, for entrypoint documents. */
export function collectionPaths({ resources }: Pick<ResourceRegistry, 'resources'>): ReadonlyMap<string, string> {
  const collections = new Map<string, string>();
  for (const { name, type, path, operations } of resources.values()) {
    // A path with variables is not a URL.
    if (path.includes('{') || !operations.some(({ kind }) => kind === 'list')) continue;
    const short = lowerFirst(type);
    collections.set(collections.has(short) ? camel(name) : short, path);
  }
  return collections;
}

function camel(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
