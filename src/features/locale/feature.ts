import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { ErrorTextsFor } from '../../core/listeners/error-listener.ts';
import type { Feature } from '../feature.ts';
import { PROBLEM_TEXTS } from '../service-keys.ts';
import { validateLocales } from './validate-locales.ts';
import { Languages } from './languages.ts';
import { loadCatalogues } from './load-messages.ts';
import { localeCollector } from './locale-collector.ts';
import { localeSettings } from './locale-config.ts';
import type { LocaleConfig } from './locale-config.ts';
import { DefaultLocaleListener, LocaleListener } from './locale-listener.ts';
import { ENGLISH_TEXTS, ERROR_STATUSES, parametersOf } from './messages.ts';
import type { Messages } from './messages.ts';

/** The part of the host's configuration that languages depend on. */
export interface LocaleHostSettings {
  readonly locales?: LocaleConfig;
  readonly routes?: readonly { readonly options: { readonly defaults?: Readonly<Record<string, unknown>> } }[];
}

export const feature: Feature<LocaleHostSettings> = {
  name: 'locale',
  validate: validateLocales,
  validateReferences: ({ locales }) => (locales === undefined ? [] : validateMessages(locales)),
  create({ locales }, { provide }) {
    if (locales === undefined) return {};
    const settings = localeSettings(locales);
    const { catalogues, schemaErrors } = loadCatalogues(settings);
    const languages = new Languages(settings, schemaErrors);
    const texts: ErrorTextsFor = (context) => {
      // The response depends on the language, even if it is English.
      context.localeAsked = true;
      // An error that occurs before a language was negotiated, such as an unknown Host, uses the request headers.
      context.language ??= languages.ofHeaders(context);
      return catalogues.get(context.language.tag);
    };
    provide(PROBLEM_TEXTS, texts);
    return {
      listeners: { defaultLocale: new DefaultLocaleListener(languages), locale: new LocaleListener(languages, texts) },
      collectors: [localeCollector],
    };
  },
};

/** Returns an issue for each catalogue of the application that lacks a text. */
function* validateMessages(config: LocaleConfig): Generator<ConfigIssue> {
  for (const [tag, messages] of Object.entries(localeSettings(config).messages ?? {})) {
    const flaws = [...flawsOf(messages)];
    if (flaws.length === 0) continue;
    yield issue(
      'ORIEL_CONFIG_LOCALE_MESSAGES',
      `locales.messages.${tag}`,
      `${flaws.length} ${flaws.length === 1 ? 'text is' : 'texts are'} missing or wrong: ${flaws.slice(0, 3).join('; ')}`,
      'Declare it as Messages from oriel, and the compiler names them all',
    );
  }
}

function* flawsOf(messages: Partial<Messages> | null): Generator<string> {
  if (typeof messages?.error !== 'string') yield 'error';
  for (const status of ERROR_STATUSES) if (typeof messages?.statuses?.[status] !== 'string') yield `statuses.${status}`;
  for (const english of ENGLISH_TEXTS) {
    const text: unknown = messages?.texts?.[english];
    if (typeof text !== 'string') yield `"${english}"`;
    else if (parametersOf(text).join() !== parametersOf(english).join())
      yield `"${english}" needs ${parametersOf(english)
        .map((name) => `{${name}}`)
        .join(' and ')}`;
  }
}
