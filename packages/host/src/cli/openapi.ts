import { openApiDocument } from '../features/resources/describe/openapi-document.ts';
import { defineCommand, UsageError, print, printJson } from 'oriel-core/cli';
import { getAssembly, loadHost } from './load-host.ts';

/** `oriel-host openapi`: prints the OpenAPI document of the resources of a host. */
export const command = defineCommand({
  name: 'openapi',
  summary: 'print the OpenAPI document of the resources',
  usage: 'openapi [file] [--version 3.1|3.2] [--server <url>]',
  help: [
    ['--version', '3.1 (default) or 3.2'],
    ['--server', 'the URL of the API in the document'],
  ],
  examples: ['oriel-host openapi > openapi.json', 'oriel-host openapi src/host.ts --version 3.2'],
  options: { version: { type: 'string' }, server: { type: 'string' } },
  maxPositionals: 1,
  run: async ({ version = '3.1', server }, [file]) => {
    if (version !== '3.1' && version !== '3.2')
      throw new UsageError(`Unsupported OpenAPI version ${version}; --version is 3.1 or 3.2`);
    const loaded = await loadHost(file);
    const { registry } = getAssembly(loaded);
    if (registry === undefined)
      return print('The host has no resources. Example: defineHost({ resources: [resource(…)] })');
    const { title = 'API', version: apiVersion = '0.0.0' } = loaded.host.config;
    return printJson(openApiDocument(registry, { title, version: apiVersion, server }, version));
  },
});
