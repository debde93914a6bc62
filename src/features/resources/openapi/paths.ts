import type { Operation } from '../model/operation.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { responsesOf } from './responses.ts';
import type { Components } from './components.ts';
import { requirementOf, securityOf } from './security.ts';
import { headerParameters, pathParameters } from './parameters.ts';
import { queryParameters } from './query-parameters.ts';
import { requestBody } from './request-body.ts';
import { summaryOf } from './summary.ts';

/** Returns the Paths Object: every path with its operations. */
export function pathsOf(registry: ResourceRegistry, components: Components): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of registry.operations) {
    const path = operation.path.replace('.{_format}', '').replace(/\{(\w+)[^}]*\}/g, '{$1}');
    const entry = (paths[path] ??= { parameters: pathParameters(operation) });
    // OpenAPI 3.1 has no field for the method QUERY (RFC 10008).
    const method =
      operation.method === 'QUERY' && components.version === '3.1' ? 'x-query' : operation.method.toLowerCase();
    entry[method] = operationObject(operation, registry, components);
  }
  return paths;
}

function operationObject(
  operation: Operation,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { name, resource, options } = operation;
  const summary = options.summary ?? summaryOf(operation);
  const { security } = registry.host;
  const deprecated = (options.deprecated ?? resource.definition.deprecated) !== undefined;
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description: options.description ?? `${summary}.`,
    ...(deprecated ? { deprecated: true } : {}),
    parameters: [...queryParameters(operation, registry.host.lenient), ...headerParameters(operation)],
    ...(operation.readers.size > 0 ? { requestBody: requestBody(operation, components) } : {}),
    ...(security ? { security: securityOf(requirementOf(operation, security)) } : {}),
    responses: responsesOf(operation, registry, components),
  };
}
