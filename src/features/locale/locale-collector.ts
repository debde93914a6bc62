import type { Collector } from '../../profiler/collector.ts';
import type { RecordedLocale } from '../../profiler/profile.ts';

/** The language of a request, as its panel tells it. */
export const localeCollector: Collector = {
  name: 'locale',
  collect({ context: { language, localeAsked } }): RecordedLocale | undefined {
    if (language === undefined) return undefined;
    const { tag, source, because, vary, considered } = language;
    return { tag, source, because, vary, considered, asked: localeAsked };
  },
};
