import type { LogRecord } from '../trace/trace.ts';
import type { LogSink } from '../trace/logger.ts';
import type { LogRedactor } from './redact-log-url.ts';

/**
 * Returns a sink that masks the values of sensitive parameters and passes the records on. It masks the message, and the
 * context members of the host that are URLs or texts. The context of other channels belongs to the application and is not changed.
 */
export function redactingSink(sink: LogSink, { url, text }: LogRedactor): LogSink {
  return {
    write(record) {
      const { message, context } = record;
      const shown = text(message);
      const changes = OWN_CHANNELS.has(record.channel) ? changesOf(context, url, text) : undefined;
      if (shown === message && changes === undefined) return sink.write(record);
      sink.write({ ...record, message: shown, context: changes === undefined ? context : { ...context, ...changes } });
    },
  };
}

type Change = (text: string) => string;

function changesOf(context: LogRecord['context'], url: Change, text: Change): Record<string, string> | undefined {
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
