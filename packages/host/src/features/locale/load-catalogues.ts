import { ENGLISH_CATALOGUE } from 'oriel-core/messages';
import type { Catalogue, Messages } from 'oriel-core/messages';
import { loadByName } from '../../load-by-name.ts';
import { getFallbacks } from './accept-language.ts';
import type { LocaleSettings } from './locale-config.ts';
import { createRequire } from 'node:module';
import type { SchemaErrors } from 'oriel-core/http';

/** Loads the catalogues of the supported languages. A language without a catalogue uses the English one. */
export function loadCatalogues({ supported, messages = {} }: LocaleSettings): ReadonlyMap<string, Catalogue> {
  return new Map(supported.map((tag) => [tag, loadCatalogue(tag, messages)]));
}

// A regional tag such as de-CH uses the catalogue of its language if it has none.
function loadCatalogue(tag: string, catalogues: Readonly<Record<string, Messages>>): Catalogue {
  for (const fallback of getFallbacks(tag)) {
    if (Object.hasOwn(catalogues, fallback)) return { ...catalogues[fallback]!, tag: fallback };
    if (!BUILT_IN.includes(fallback)) continue;
    const { messages } = loadByName<{ readonly messages: Messages }>(`features/locale/messages/${fallback}`);
    return { ...messages, tag: fallback };
  }
  return ENGLISH_CATALOGUE;
}

const BUILT_IN: readonly string[] = ['de', 'es', 'fr', 'ja'];

/**
 * Loads the functions that translate the validation errors of zod, by language tag. The map lacks English, which is the default
 * of zod, and languages that zod does not support. It is empty if zod is not installed.
 */
export function loadSchemaErrors(supported: readonly string[]): ReadonlyMap<string, SchemaErrors> {
  const byTag = new Map<string, SchemaErrors>();
  for (const tag of supported) {
    const errors = loadErrors(tag);
    if (errors) byTag.set(tag, errors);
  }
  return byTag;
}

// `require` instead of `import()`, because `defineHost` is synchronous.
const require = createRequire(import.meta.url);

function loadErrors(tag: string): SchemaErrors | undefined {
  for (const fallback of getFallbacks(tag)) {
    if (fallback === 'en') return undefined;
    try {
      const { default: locale } = require(`zod/v4/locales/${fallback}.js`) as { default: () => unknown };
      return (locale() as { readonly localeError: SchemaErrors }).localeError;
    } catch {
      // zod does not have the language, or is not installed.
    }
  }
  return undefined;
}
