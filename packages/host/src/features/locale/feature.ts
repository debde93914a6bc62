import type { CatalogueFor } from '../../listeners/error-listener.ts';
import { ENGLISH_CATALOGUE } from 'oriel-core/messages';
import type { Feature } from '../feature.ts';
import { CATALOGUE } from '../service-keys.ts';
import { validateLocales, validateMessages } from './validate-locales.ts';
import { Languages } from './languages.ts';
import { loadCatalogues, loadSchemaErrors } from './load-catalogues.ts';
import { localeSettings } from './locale-config.ts';
import type { LocaleHostSettings } from './locale-config.ts';
import { createDefaultLocaleListener, createLocaleListener } from './locale-listener.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLocale } from 'oriel/recorder';

export const feature: Feature<LocaleHostSettings> = {
  name: 'locale',
  validate: validateLocales,
  validateReferences: ({ locales }) =>
    locales === undefined ? [] : validateMessages(localeSettings(locales).messages),
  create({ locales }, { provide }) {
    if (locales === undefined) return {};
    const settings = localeSettings(locales);
    const catalogues = loadCatalogues(settings);
    const languages = new Languages(settings, loadSchemaErrors(settings.supported));
    const catalogueFor: CatalogueFor = (context) => {
      // The response depends on the language, even if it is English.
      context.variesByLocale = true;
      // An error that occurs before a language was negotiated, such as an unknown Host, uses the request headers.
      context.language ??= languages.ofHeaders(context);
      return catalogues.get(context.language.tag) ?? ENGLISH_CATALOGUE;
    };
    provide(CATALOGUE, catalogueFor);
    return {
      listeners: {
        defaultLocale: createDefaultLocaleListener(languages),
        locale: createLocaleListener(languages, catalogueFor),
      },
      collectors: [localeCollector],
    };
  },
};

const localeCollector: Collector = {
  name: 'locale',
  collect({ context: { language, variesByLocale } }): RecordedLocale | undefined {
    if (language === undefined) return undefined;
    const { tag, source, because, vary, considered } = language;
    return { tag, source, because, vary, considered, asked: variesByLocale };
  },
};
