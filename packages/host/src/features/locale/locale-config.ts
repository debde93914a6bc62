import type { Messages } from 'oriel-core/messages';
import { anything, formatValue, list, text } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';

/** The supported languages of a host, and how the preference of a user is found. */
export interface LocaleSettings {
  /** BCP 47 tags, such as `'en'` or `'pt-BR'`. The first one is used if no other matches. */
  readonly supported: readonly string[];
  /**
   * The cookie with the preferred language.
   * @default none
   */
  readonly cookie?: string;
  /**
   * The session key with the preferred language, for hosts with sessions.
   * @default none
   */
  readonly sessionKey?: string;
  /**
   * Catalogues of problem texts for further languages, or replacing the built-in French, German, Spanish and Japanese.
   * @default built-in texts
   */
  readonly messages?: Readonly<Record<string, Messages>>;
}

const isNot =
  (what: string) =>
  (value: unknown): string =>
    `${formatValue(value)} is not ${what}`;

export const LOCALE_SETTINGS = {
  supported: list(anything(), {
    isRequired: true,
    minimum: 1,
    code: 'ORIEL_CONFIG_LOCALES',
    fix: "supported: ['en', 'fr']",
  }),
  cookie: text({
    matches: /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/,
    code: 'ORIEL_CONFIG_LOCALE_COOKIE',
    reason: isNot('a valid cookie name'),
    fix: "Use letters, digits, - and _, as in 'lang'",
  }),
  sessionKey: text({
    code: 'ORIEL_CONFIG_LOCALE_SESSION',
    reason: isNot('a session key'),
    fix: "Set a string, such as 'locale'",
  }),
  messages: anything({
    accepts: (value) => typeof value === 'object' && value !== null,
    code: 'ORIEL_CONFIG_LOCALE_MESSAGES',
    reason: isNot('an object of catalogues'),
    fix: 'Set an object of catalogues by language: { it: italian }',
  }),
} satisfies Settings<LocaleSettings>;

/** The supported languages, or settings that include them. */
export type LocaleConfig = readonly string[] | LocaleSettings;

/** The part of the host's configuration that languages depend on. */
export interface LocaleHostSettings {
  readonly locales?: LocaleConfig;
  readonly routes?: readonly { readonly options: { readonly defaults?: Readonly<Record<string, unknown>> } }[];
}

/** Returns the settings of a configuration. */
export function localeSettings(config: LocaleConfig): LocaleSettings {
  return Array.isArray(config) ? { supported: config } : (config as LocaleSettings);
}
