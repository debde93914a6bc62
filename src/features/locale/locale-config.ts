import type { Messages } from './messages.ts';

/** The languages of a host: what it speaks, and how it learns what a visitor wants. */
export interface LocaleSettings {
  /** BCP 47 tags, such as `'en'` or `'pt-BR'`. */
  readonly supported: readonly string[];
  /** Spoken when nothing else fits. Default: the first that is supported. */
  readonly fallback?: string;
  /** The cookie in which the application keeps what a visitor has chosen. Default none. */
  readonly cookie?: string;
  /** The same in the session, when the host keeps sessions. Default none. */
  readonly sessionKey?: string;
  /** Words of problems in further languages, or other words; English, French, German, Spanish and Japanese are there. */
  readonly messages?: Readonly<Record<string, Messages>>;
}

/** The languages alone, or with settings. */
export type LocaleConfig = readonly string[] | LocaleSettings;

/** The settings of either form. */
export function localeSettings(config: LocaleConfig): LocaleSettings {
  return isList(config) ? { supported: config } : config;
}

function isList(config: LocaleConfig): config is readonly string[] {
  return Array.isArray(config);
}
