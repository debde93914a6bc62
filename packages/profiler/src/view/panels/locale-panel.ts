import type { Block, Panel, PanelView, Text } from '../../profile/view-model.ts';
import { findHeader, toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText } from './value-text.ts';
import { column, facts, metrics, note, numberColumn, table } from './blocks.ts';

/** Shows the language of the response, its source, and the language ranges considered. */
export const localePanel: Panel = {
  name: 'locale',
  title: 'Locale',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const { locale, response } = data;
    if (!locale) return undefined;
    const considered = toList(locale.considered);
    const blocks: Block[] = [
      metrics([
        ['Language', codeText(locale.tag)],
        ['Source', SOURCES[locale.source] ?? locale.source],
        ['Content-Language', codeOr(findHeader(response?.headers, 'content-language'), 'none')],
      ]),
      note('info', `${locale.tag}: ${locale.because}.`),
      facts([
        ['Used', locale.asked ? 'yes, the response depends on the language' : UNUSED],
        ['Vary', locale.asked && locale.vary !== '' ? codeText(locale.vary) : { text: 'nothing', tone: 'muted' }],
      ]),
    ];
    if (considered.length > 0)
      blocks.push(
        table(
          'Languages the client accepts',
          [column('Range', 'm'), numberColumn('Weight', 's'), 'Outcome'],
          considered.map(({ range, q, outcome }) => ({ cells: [codeText(range), q, outcome] })),
        ),
      );
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
