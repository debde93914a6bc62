import { createRequire } from 'node:module';
import type { SchemaErrors } from 'oriel-core/http';
import { getFallbacks } from './accept-language.ts';

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
