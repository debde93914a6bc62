import { createRequire } from 'node:module';
import type { SchemaErrors } from '../../core/http/language.ts';
import { fallbacksOf } from './accept-language.ts';
import { Catalogue } from './catalogue.ts';
import type { LocaleSettings } from './locale-config.ts';
import type { Messages } from './messages.ts';

/** The catalogues of a host by language tag. */
export interface Translations {
  /** English has no catalogue, because texts are written in it. */
  readonly catalogues: ReadonlyMap<string, Catalogue>;
  readonly schemaErrors: ReadonlyMap<string, SchemaErrors>;
}

/**
 * Loads the catalogues of the supported languages.
 *
 * @example
 * ```ts
 * import { loadCatalogues } from './load-messages.ts';
 * [...loadCatalogues({ supported: ['en', 'fr-CH'] }).catalogues.keys()]; // => ['fr-CH']
 * ```
 */
export function loadCatalogues({ supported, messages = {} }: LocaleSettings): Translations {
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

// `require` instead of `import()`, because `defineHost` is synchronous.
const require = createRequire(import.meta.url);
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const BUILT_IN: readonly string[] = ['de', 'es', 'fr', 'ja'];

// A regional tag such as de-CH uses the catalogue of its language if it has none.
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

// Uses the locales of zod if it is installed. Its default is English.
function findSchemaErrors(tag: string): SchemaErrors | undefined {
  for (const each of fallbacksOf(tag)) {
    if (each === 'en') return undefined;
    try {
      const { default: locale } = require(`zod/v4/locales/${each}.js`) as { default: () => unknown };
      return (locale() as { readonly localeError: SchemaErrors }).localeError;
    } catch {
      // zod does not have the language, or is not installed.
    }
  }
  return undefined;
}
