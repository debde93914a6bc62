import { apiSchemas } from '../features/resources/describe/openapi-document.ts';
import { UsageError, defineCommand, suggest, print, printJson } from 'oriel-core/cli';
import { getAssembly, loadHost } from './load-host.ts';

/** `oriel-host schema`: prints the JSON Schemas of all resources, or one schema. */
export const command = defineCommand({
  name: 'schema',
  summary: 'print the JSON Schemas of the resources',
  usage: 'schema [file] [--name <component>]',
  help: [['--name', 'print one schema, such as Book or Book.create']],
  examples: ['oriel-host schema', 'oriel-host schema src/host.ts --name City'],
  options: { name: { type: 'string' } },
  maxPositionals: 1,
  run: async ({ name }, [file]) => {
    const { registry } = getAssembly(await loadHost(file));
    if (registry === undefined)
      return print('The host has no resources. Example: defineHost({ resources: [resource(…)] })');
    const schemas = apiSchemas(registry);
    if (name === undefined) return printJson(schemas);
    if (name in schemas)
      return printJson({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemas[name] });
    throw new UsageError(`Unknown schema "${name}"; ${suggest(name, Object.keys(schemas))}`);
  },
});
