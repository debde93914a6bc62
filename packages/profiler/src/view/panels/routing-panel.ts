import type { Profile } from '../../profile/profile.ts';
import { describeMissingRoute } from './framework.ts';
import type { Block, Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';
import { buildHandlerRows } from './handler-rows.ts';
import { splitRows } from './row-ranges.ts';
import { toEntries, toList } from '../../profile/recorded-values.ts';
import { codeText, formatValue } from './value-text.ts';
import { facts, numberColumn, table, titledFacts } from './blocks.ts';

/** Shows the matched route, and on Oriel hosts all candidates with the reason why each matched or not. */
export const routingPanel: Panel = {
  name: 'routing',
  title: 'Routing',
  view(profile, links): PanelView | undefined {
    const { data, summary } = profile;
    const { routing } = data;
    if (!routing) return data.framework === undefined ? undefined : viewOfFramework(profile, links);
    const candidates = toList(routing.candidates);
    const matched = summary.route !== undefined;
    const row = candidates.findIndex(({ level }) => level === (matched ? 'yes' : 'almost'));
    const parts = splitRows(candidates.length, MAX_CANDIDATES, 'routing', links, { row });
    return {
      count: candidates.length,
      tone: matched ? undefined : 'warning',
      blocks: [
        facts([
          [
            'Matched route',
            matched ? { text: summary.route, mono: true, tone: 'good' } : { text: '(none)', tone: 'warning' },
          ],
          ['Path', codeText(routing.path)],
          ['Method', codeText(routing.method)],
          ...buildHandlerRows(profile, links),
        ]),
        buildRouteParameters(data),
        ...parts.links,
        table(
          'Candidates in matching order',
          [numberColumn('#'), 'Route', 'Path', 'Match', 'Reason'],
          candidates.map(({ route, path, level, reason }, index) => ({
            cells: [
              index + 1,
              codeText(route),
              codeText(path),
              { text: level, badge: true, tone: TONES[level] },
              reason,
            ],
            tone: level === 'no' ? undefined : TONES[level],
          })),
          { range: parts.range, empty: 'No routes.' },
        ),
      ],
    };
  },
};

// Other frameworks report the route that matched, not the candidates.
function viewOfFramework(profile: Profile, links: PanelLinks): PanelView {
  const { summary, data } = profile;
  const { route } = summary;
  return {
    blocks: [
      facts([
        [
          'Matched route',
          route === undefined
            ? { text: describeMissingRoute(data), tone: 'muted' }
            : { text: route, mono: true, tone: 'good' },
        ],
        ['Path', codeText(summary.path)],
        ['Method', codeText(summary.method)],
        ...buildHandlerRows(profile, links),
        ['Framework', codeText(data.framework?.name)],
      ]),
      buildRouteParameters(data, 'The route has no parameters.'),
    ],
  };
}

function buildRouteParameters({ request }: Profile['data'], empty?: string): Block {
  const rows = toEntries(request?.params).map(([name, value]) => [name, codeText(formatValue(value))] as const);
  return titledFacts('Route parameters', rows, empty);
}

const MAX_CANDIDATES = 50;
const TONES = { no: 'muted', almost: 'warning', yes: 'good' } as const;
