import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { findHeader, toList, codeText } from './recorded-values.ts';

/** Which language a visitor was answered in, who decided, and what became of every language they would take. */
export const localePanel: Panel = {
  name: 'locale',
  title: 'Locale',
  view({ data }): PanelView | undefined {
    const { locale, response } = data;
    if (!locale) return undefined;
    const considered = toList(locale.considered);
    const named = findHeader(response?.headers, 'content-language');
    const blocks: Block[] = [
      {
        kind: 'metrics',
        items: [
          { label: 'Language', value: codeText(locale.tag) },
          { label: 'Decided by', value: SOURCES[locale.source] ?? locale.source },
          { label: 'Content-Language', value: named === undefined ? { text: 'none', tone: 'muted' } : codeText(named) },
        ],
      },
      { kind: 'note', tone: 'info', text: `${locale.tag}: ${locale.because}.` },
      {
        kind: 'facts',
        rows: [
          ['Asked for', locale.asked ? 'somebody asked for the language, so the answer depends on it' : UNASKED],
          [
            'Depends on',
            locale.asked && locale.vary !== '' ? codeText(locale.vary) : { text: 'nothing', tone: 'muted' },
          ],
        ],
      },
    ];
    if (considered.length > 0)
      blocks.push({
        kind: 'table',
        title: 'What the client takes',
        columns: [{ label: 'Range', size: 'm' }, { label: 'Weight', number: true, size: 's' }, 'What became of it'],
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
  fallback: 'nobody: the fallback',
  application: 'the application',
};
const UNASKED: Text = { text: 'nobody asked: the answer is the same in every language', tone: 'muted' };
