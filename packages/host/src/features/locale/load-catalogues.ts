import { ENGLISH_CATALOGUE } from 'oriel-core/messages';
import type { Catalogue, Messages } from 'oriel-core/messages';
import { loadByName } from '../../load-by-name.ts';
import { getFallbacks } from './accept-language.ts';
import type { LocaleSettings } from './locale-config.ts';

/**
 * Loads the catalogues of the supported languages. A language without a catalogue uses the English one.
 *
 * @example
 * ```ts
 * import { loadCatalogues } from './load-catalogues.ts';
 * loadCatalogues({ supported: ['fr-CH'] }).get('fr-CH')!.error; // => 'Erreur'
 * ```
 */
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
