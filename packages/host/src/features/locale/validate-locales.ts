import { formatValue, issue, validateSettings } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { LOCALE_SETTINGS, localeSettings } from './locale-config.ts';
import type { LocaleHostSettings, LocaleSettings } from './locale-config.ts';
import type { Messages } from 'oriel-core/messages';
import { ENGLISH, ERROR_REASON_PHRASES } from 'oriel-core/messages';

/** Yields the issues of the `locales` configuration. */
export function* validateLocales({ locales, routes }: LocaleHostSettings): Generator<ConfigIssue> {
  if (locales === undefined) return;
  const settings = Object(localeSettings(locales)) as LocaleSettings;
  if (!Array.isArray(settings.supported) || settings.supported.length === 0) {
    yield issue(
      'ORIEL_CONFIG_LOCALES',
      'locales',
      `${formatValue(locales)} does not list a language`,
      "locales: ['en', 'fr'], or { supported: ['en', 'fr'], cookie: 'lang' }",
    );
    return;
  }
  yield* validateSettings(LOCALE_SETTINGS, settings, 'locales.');
  yield* validateTags(settings.supported);
  for (const [index, { options }] of (Array.isArray(routes) ? routes : []).entries()) {
    const locale: unknown = options?.defaults?.['_locale'];
    if (locale === undefined || settings.supported.includes(String(locale))) continue;
    yield issue(
      'ORIEL_CONFIG_LOCALE_ROUTE',
      `routes[${index}].defaults._locale`,
      `${formatValue(locale)} is not among the supported languages`,
      `Add it to locales, or use ${settings.supported.join(' or ')}`,
    );
  }
}

function* validateTags(supported: readonly unknown[]): Generator<ConfigIssue> {
  const seen = new Set<string>();
  for (const [index, tag] of supported.entries()) {
    const path = `locales.supported[${index}]`;
    const canonical = canonicalTag(tag);
    if (canonical === undefined)
      yield issue(
        'ORIEL_CONFIG_LOCALE_TAG',
        path,
        `${formatValue(tag)} is not a language tag`,
        "Use a BCP 47 tag, such as 'en', 'pt-BR', 'zh-Hant'",
      );
    else if (canonical !== tag)
      yield issue(
        'ORIEL_CONFIG_LOCALE_TAG',
        path,
        `${formatValue(tag)} is not in canonical form`,
        `Write '${canonical}'`,
      );
    else if (seen.has(canonical))
      yield issue('ORIEL_CONFIG_LOCALE_TAG', path, `${formatValue(tag)} is listed twice`, 'Remove one of them');
    if (canonical !== undefined) seen.add(canonical);
  }
}

function canonicalTag(tag: unknown): string | undefined {
  try {
    return typeof tag === 'string' ? Intl.getCanonicalLocales(tag)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Yields an issue for each catalogue of the application with missing texts or wrong parameters. */
export function* validateMessages(catalogues: Readonly<Record<string, Messages>> = {}): Generator<ConfigIssue> {
  for (const [tag, messages] of Object.entries(catalogues)) {
    const reasons = [...listReasons(messages)];
    if (reasons.length === 0) continue;
    yield issue(
      'ORIEL_CONFIG_LOCALE_MESSAGES',
      `locales.messages.${tag}`,
      `${reasons.length} ${reasons.length === 1 ? 'text is' : 'texts are'} missing or wrong: ${reasons.slice(0, 3).join('; ')}`,
      'Declare it as Messages from oriel, and the compiler reports them all',
    );
  }
}

/** Returns the names of the parameters of a text, sorted. */
export function parameterNames(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}

// The compiler does not check the catalogues of JavaScript applications.
function* listReasons(messages: Partial<Messages> | null): Generator<string> {
  if (typeof messages?.error !== 'string') yield 'error';
  const statuses: Readonly<Record<string, unknown>> = messages?.statuses ?? {};
  for (const status of Object.keys(ERROR_REASON_PHRASES))
    if (typeof statuses[status] !== 'string') yield `statuses.${status}`;
  const texts: Readonly<Record<string, unknown>> = messages?.texts ?? {};
  for (const [code, english] of Object.entries(ENGLISH)) {
    const text = texts[code];
    const expected = parameterNames(english);
    if (typeof text !== 'string') yield `"${code}"`;
    else if (parameterNames(text).join() !== expected.join())
      yield `"${code}" needs ${expected.map((name) => `{${name}}`).join(' and ')}`;
  }
}
