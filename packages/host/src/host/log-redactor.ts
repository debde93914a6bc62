import type { LogRecord, LogSink } from 'oriel-core/trace';
import { redactUrl, SecretNames, maskForms } from 'oriel-core/redaction';
import type { RouteParameters } from 'oriel-core/redaction';

/** The part of the configuration that names secrets. */
export interface SecretNamesConfig {
  readonly profiler?:
    { readonly redact?: { readonly names?: readonly (string | RegExp)[]; readonly keep?: readonly string[] } } | false;
}

/** Masks the values of sensitive parameters before they are logged. */
export interface LogRedactor {
  /** Masks secrets in one URL. `parameters` are those of the route that it matched. */
  readonly url: (url: string, parameters?: RouteParameters) => string;
  /** Masks secrets in the URLs that a text contains, and those with a known form, such as JSON Web Tokens. */
  readonly text: (text: string) => string;
  /** Leaves this exact URL as it is in texts: a link that the host logs so that someone can open it. */
  readonly keepUrl: (url: string) => void;
}

/** Returns a redactor for logged URLs, which masks the built-in secret names and those of `profiler.redact`. */
export function createLogRedactor({ profiler }: SecretNamesConfig): LogRedactor {
  const names = new SecretNames(profiler ? profiler.redact : undefined);
  const rules = { names };
  const urls = new Set<string>();
  const redactInText = (url: string): string => (urls.has(url) ? url : redactUrl(url, rules));
  return {
    url: (url, parameters) => redactUrl(url, { names, parameters }),
    text(text) {
      return text.includes('/') || text.includes('?')
        ? maskForms(text.replace(URL_IN_TEXT, redactInText))
        : maskForms(text);
    },
    keepUrl: (url) => void urls.add(url),
  };
}

// A URL in a text ends at a blank, a quotation mark, a bracket or a terminal escape sequence.
const URL_IN_TEXT =
  /(?<![^\s"'`<>=(])(?:[a-z][a-z\d+.-]{1,20}:\/\/|\/)?[^\s"'`<>=(\\?\p{Cc}/]*[?/][^\s"'`<>\\\p{Cc}]*/giu;

/**
 * Returns a sink that masks the values of sensitive parameters and passes the records on. It masks the message, and the
 * context members of the host that are URLs or texts. The context of other channels belongs to the application and is not changed.
 */
export function redactingSink(sink: LogSink, { url, text }: Pick<LogRedactor, 'url' | 'text'>): LogSink {
  return {
    write(record) {
      const { message, context } = record;
      const shown = text(message);
      const changes = OWN_CHANNELS.has(record.channel) ? getChanges(context, url, text) : undefined;
      if (shown === message && changes === undefined) return sink.write(record);
      sink.write({ ...record, message: shown, context: changes === undefined ? context : { ...context, ...changes } });
    },
  };
}

type Change = (text: string) => string;

function getChanges(context: LogRecord['context'], url: Change, text: Change): Record<string, string> | undefined {
  let changes: Record<string, string> | undefined;
  for (const [keys, redact] of [[URLS, url] as const, [TEXTS, text] as const])
    for (const key of keys) {
      const value = context[key];
      const shown = typeof value === 'string' ? redact(value) : value;
      if (typeof shown === 'string' && shown !== value) (changes ??= {})[key] = shown;
    }
  return changes;
}

const OWN_CHANNELS: ReadonlySet<string> = new Set(['request', 'server', 'access']);
const URLS = ['url', 'request_uri'];
const TEXTS = ['error', 'detail'];
