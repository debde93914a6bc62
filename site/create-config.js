import { OptionDefaults } from 'typedoc';
import { readEntryPoints } from './entry-points.js';

const root = new URL('../', import.meta.url);

/**
 * Returns the settings of TypeDoc for the API reference of a part of the site.
 *
 * @param {'profiler' | 'host'} part
 * @returns {Partial<import('typedoc').TypeDocOptions> & Partial<import('typedoc-plugin-markdown').PluginOptions>}
 */
export function createConfig(part) {
  return {
    name: 'API reference',
    entryPoints: [...readEntryPoints(part).values()],
    tsconfig: new URL('tsconfig.json', root).pathname,
    out: `source/${part}/reference`,
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
}
