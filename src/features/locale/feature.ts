import type { WordsOf } from '../../core/listeners/error-listener.ts';
import { DefaultLocaleListener, LocaleListener } from './locale-listener.ts';
import { ENGLISH_TEXTS, ERROR_STATUSES, placesIn } from './messages.ts';
import { Languages } from './languages.ts';
import { loadWords } from './load-messages.ts';
import { localeSettings } from './locale-config.ts';
import type { LocaleConfig } from './locale-config.ts';
import type { Messages } from './messages.ts';
import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { PipelineParts } from '../../host/pipeline.ts';

/** The languages of one host: what chooses them, and the words for problems. */
export interface Locales {
  readonly listeners: PipelineParts;
  readonly words: WordsOf;
}

/** Puts the languages together; only hosts that have several load this. */
export function createLocales(config: LocaleConfig): Locales {
  const settings = localeSettings(config);
  const { catalogues, schemaErrors } = loadWords(settings);
  const languages = new Languages(settings, schemaErrors);
  const words: WordsOf = (context) => {
    // Whoever asks for words in a language has made the answer depend on it, even if it is English.
    context.localeAsked = true;
    // What is refused before a language was chosen, such as a wrong Host, is told in that of the headers.
    context.language ??= languages.ofHeaders(context);
    return catalogues.get(context.language.tag);
  };
  return {
    listeners: { defaultLocale: new DefaultLocaleListener(languages), locale: new LocaleListener(languages, words) },
    words,
  };
}

/** Catalogues that were written without the help of types, and lack something. */
export function* wrongMessages(config: LocaleConfig): Generator<ConfigIssue> {
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
    else if (placesIn(text).join() !== placesIn(english).join())
      yield `"${english}" needs ${placesIn(english)
        .map((name) => `{${name}}`)
        .join(' and ')}`;
  }
}
