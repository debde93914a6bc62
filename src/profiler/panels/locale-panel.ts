import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { findHeader, toList, codeText } from './recorded-values.ts';

/** Shows the language of the response, its source, and the language ranges considered. */
export const localePanel: Panel = {
  name: 'locale',
  title: 'Locale',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const { locale, response } = data;
    if (!locale) return undefined;
    const considered = toList(locale.considered);
    const contentLanguage = findHeader(response?.headers, 'content-language');
    const blocks: Block[] = [
      {
        kind: 'metrics',
        items: [
          { label: 'Language', value: codeText(locale.tag) },
          { label: 'Source', value: SOURCES[locale.source] ?? locale.source },
          {
            label: 'Content-Language',
            value: contentLanguage === undefined ? { text: 'none', tone: 'muted' } : codeText(contentLanguage),
          },
        ],
      },
      { kind: 'note', tone: 'info', text: `${locale.tag}: ${locale.because}.` },
      {
        kind: 'facts',
        rows: [
          ['Used', locale.asked ? 'yes, the response depends on the language' : UNUSED],
          ['Vary', locale.asked && locale.vary !== '' ? codeText(locale.vary) : { text: 'nothing', tone: 'muted' }],
        ],
      },
    ];
    if (considered.length > 0)
      blocks.push({
        kind: 'table',
        title: 'Languages the client accepts',
        columns: [{ label: 'Range', size: 'm' }, { label: 'Weight', number: true, size: 's' }, 'Outcome'],
        rows: considered.map(({ range, q, outcome }) => ({ cells: [codeText(range), q, outcome] })),
      });
    return { blocks };
  },
};

const SOURCES: Readonly<Record<string, string>> = {
  route: 'the route',
  session: 'the session',
  cookie: 'a cookie',
  'accept-language': 'Accept-Language',
  fallback: 'fallback',
  application: 'the application',
};
const UNUSED: Text = { text: 'no, the response is the same in every language', tone: 'muted' };
