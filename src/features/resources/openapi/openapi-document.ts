import type { Operation } from '../model/operation.ts';
import type { ApiSecurity } from '../../openapi-security.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { Components } from './components.ts';
import { pathsOf } from './paths.ts';
import { splitWords } from './summary.ts';

/** What the document says of the API as a whole. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  /** Where it is served; `/` when left out, which is wherever the document came from. */
  readonly server?: string | undefined;
}

/** What documents have to know of a host beside its resources: the host hands it over. */
export interface HostDescription {
  /** Who may; left out where the host never asks. */
  readonly security?: ApiSecurity | undefined;
  /** Does it let parameters pass that nobody knows? */
  readonly lenient?: boolean;
  /** Is it counted how often an operation is asked for, so that its answers tell how much is left? */
  readonly isRateLimited?: ((operation: Operation) => boolean) | undefined;
}

export type OpenApiVersion = '3.1' | '3.2';

/**
 * The OpenAPI document of the resources of a host (OpenAPI 3.1.1, or 3.2.0 when asked for): every operation with all its
 * parameters, bodies, answers and problems, from the same definitions that the host runs.
 */
export function openApiDocument(
  registry: ResourceRegistry,
  { title, version, server = '/' }: OpenApiInfo,
  openapi: OpenApiVersion = '3.1',
): Record<string, unknown> {
  const { info: { description, ...more } = {} } = registry.config;
  const components = new Components(registry, openapi);
  const paths = pathsOf(registry, components);
  return {
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
}
