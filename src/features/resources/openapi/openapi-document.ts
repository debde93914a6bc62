import type { Operation } from '../model/operation.ts';
import type { ApiSecurity } from '../../openapi-security.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { Components } from './components.ts';
import { pathsOf } from './paths.ts';
import { splitWords } from './summary.ts';

/** The title, version and server of an API. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  /** The URL of the server. Default `/`: the origin of the document. */
  readonly server?: string | undefined;
}

/** What documents describe of a host besides its resources. */
export interface HostDescription {
  /** Authentication and authorization; omitted when the host has none. */
  readonly security?: ApiSecurity | undefined;
  /** Whether unknown query parameters are ignored instead of rejected. */
  readonly lenient?: boolean;
  /** Whether an operation has a rate limit, so that its responses have the rate limit headers. */
  readonly isRateLimited?: ((operation: Operation) => boolean) | undefined;
  /** Applies the changes of plugins to the document. */
  readonly transform?: ((document: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

export type OpenApiVersion = '3.1' | '3.2';

/**
 * Creates the OpenAPI document of the resources of a host: every operation with its parameters, bodies, responses and
 * problems.
 *
 * @param openapi `3.1` (default) for OpenAPI 3.1.1, `3.2` for 3.2.0
 */
export function openApiDocument(
  registry: ResourceRegistry,
  { title, version, server = '/' }: OpenApiInfo,
  openapi: OpenApiVersion = '3.1',
): Record<string, unknown> {
  const { info: { description, ...more } = {} } = registry.config;
  const components = new Components(registry, openapi);
  const paths = pathsOf(registry, components);
  const document: Record<string, unknown> = {
    openapi: openapi === '3.2' ? '3.2.0' : '3.1.1',
    info: { title, version, description: description ?? `The API of ${title}.`, ...more },
    servers: [{ url: server }],
    tags: [...registry.resources.values()].map(({ name, description: about }) => ({
      name,
      description: about ?? `Operations on ${splitWords(name)}.`,
    })),
    security: [],
    paths,
    components: {
      ...components.toObject(),
      ...(registry.host.security ? { securitySchemes: registry.host.security.schemes } : {}),
    },
  };
  return registry.host.transform?.(document) ?? document;
}
