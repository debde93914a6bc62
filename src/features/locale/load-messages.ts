import { createRequire } from 'node:module';
import type { SchemaErrors } from '../../core/http/language.ts';
import { fallbacksOf } from './accept-language.ts';
import { Catalogue } from './catalogue.ts';
import type { LocaleSettings } from './locale-config.ts';
import type { Messages } from './messages.ts';

/** The words of the languages of a host, by tag. */
export interface Words {
  /** English needs none: everything is written in it. */
  readonly catalogues: ReadonlyMap<string, Catalogue>;
  readonly schemaErrors: ReadonlyMap<string, SchemaErrors>;
}

/**
 * Loads the words for the languages a host speaks, and for no other.
 *
 * @example
 * ```ts
 * import { loadCatalogues } from './load-messages.ts';
 * [...loadCatalogues({ supported: ['en', 'fr-CH'] }).catalogues.keys()]; // => ['fr-CH']
 * ```
 */
export function loadCatalogues({ supported, messages = {} }: LocaleSettings): Words {
  const catalogues = new Map<string, Catalogue>();
  const schemaErrors = new Map<string, SchemaErrors>();
  for (const tag of supported) {
    const own = findMessages(tag, messages);
    if (own) catalogues.set(tag, new Catalogue(own.tag, own.messages));
    const errors = findSchemaErrors(tag);
    if (errors) schemaErrors.set(tag, errors);
  }
  return { catalogues, schemaErrors };
}

// At once and not by `import()`: whoever puts a host together does so in one go.
const require = createRequire(import.meta.url);
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const BUILT_IN: readonly string[] = ['de', 'es', 'fr', 'ja'];

// Swiss German reads German where it has no words of its own.
function findMessages(
  tag: string,
  own: Readonly<Record<string, Messages>>,
): { readonly tag: string; readonly messages: Messages } | undefined {
  for (const each of fallbacksOf(tag)) {
    if (Object.hasOwn(own, each)) return { tag: each, messages: own[each]! };
    if (!BUILT_IN.includes(each)) continue;
    const { messages } = require(`./messages/${each}${EXTENSION}`) as { readonly messages: Messages };
    return { tag: each, messages };
  }
  return undefined;
}

// Those of zod, where the application has it. English is what its schemas speak anyway.
function findSchemaErrors(tag: string): SchemaErrors | undefined {
  for (const each of fallbacksOf(tag)) {
    if (each === 'en') return undefined;
    try {
      const { default: locale } = require(`zod/v4/locales/${each}.js`) as { default: () => unknown };
      return (locale() as { readonly localeError: SchemaErrors }).localeError;
    } catch {
      // It has no such language, or is not installed.
    }
  }
  return undefined;
}
