import { readFileSync } from 'node:fs';
import { OptionDefaults } from 'typedoc';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** @type {Partial<import('typedoc').TypeDocOptions> & Partial<import('typedoc-plugin-markdown').PluginOptions>} */
export default {
  name: 'API reference',
  entryPoints: Object.values(exports)
    .flatMap((each) => each['oriel:source'] ?? [])
    .map((path) => new URL(path, root).pathname),
  tsconfig: new URL('tsconfig.json', root).pathname,
  out: 'source/reference',
  plugin: ['typedoc-plugin-markdown', './entry-points.js', './options.js'],
  blockTags: [...OptionDefaults.blockTags, '@unit'],
  preservedTypeAnnotationTags: ['@throws'],
  // `npm run types` checks the types.
  skipErrorChecking: true,
  // Other types without an exported name have no page.
  validation: { notExported: false, invalidLink: true, invalidPath: true },
  externalSymbolLinkMappings: { kysely: { '*': '#' } },
  logLevel: 'Warn',
  treatWarningsAsErrors: true,
  readme: 'none',
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  githubPages: false,
  entryFileName: 'index.md',
  outputFileStrategy: 'members',
  indexFormat: 'table',
  groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases'],
  parametersFormat: 'table',
  hidePageHeader: true,
  useCodeBlocks: true,
  useHTMLEncodedBrackets: true,
  sanitizeComments: true,
};
