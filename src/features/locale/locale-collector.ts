import type { Collector } from '../../profiler/collector.ts';
import type { RecordedLocale } from '../../profiler/profile.ts';

/** Collects the language of a request and how it was chosen. */
export const localeCollector: Collector = {
  name: 'locale',
  collect({ context: { language, localeAsked } }): RecordedLocale | undefined {
    if (language === undefined) return undefined;
    const { tag, source, because, vary, considered } = language;
    return { tag, source, because, vary, considered, asked: localeAsked };
  },
};
