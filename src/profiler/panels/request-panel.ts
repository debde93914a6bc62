import type { RecordedClient } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { buildHandlerRows } from './handler-rows.ts';
import { formatPairs } from './recorded-values.ts';
import { toEntries, toList, codeText, formatValue } from './recorded-values.ts';

/** What was asked: parameters, query, headers, cookies, attributes and the body, decoded and as it came. */
export const requestPanel: Panel = {
  name: 'request',
  title: 'Request',
  view(profile, links): PanelView {
    const { data, summary } = profile;
    const { request } = data;
    return {
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Method', codeText(summary.method)],
            ['URL', codeText(request.url)],
            ['Protocol', `HTTP/${request.version}`],
            ['Route', summary.route === undefined ? { text: 'none', tone: 'muted' } : codeText(summary.route)],
            ...buildHandlerRows(profile, links),
            ['Request id', codeText(summary.requestId)],
            ...(summary.traceId === undefined ? [] : [['Trace id', codeText(summary.traceId)] as const]),
          ],
        },
        ...clientBlocks(data.client),
        {
          kind: 'facts',
          title: 'Route parameters',
          rows: values(request.params),
          empty: 'The route has no parameters.',
        },
        { kind: 'facts', title: 'Query', rows: formatPairs(toList(request.query)), empty: 'There was no query.' },
        {
          kind: 'facts',
          title: 'Headers',
          rows: formatPairs(toList(request.headers), true),
          empty: 'No headers were sent.',
        },
        { kind: 'facts', title: 'Cookies', rows: formatPairs(toList(request.cookies)), empty: 'No cookies were sent.' },
        { kind: 'facts', title: 'Attributes', rows: values(request.attributes), empty: 'Nobody set an attribute.' },
        { kind: 'heading', text: 'Body' },
        ...buildBodyBlocks(request.body, 'request', 'The request had no body, or nobody read it.', links),
      ],
    };
  },
};

// Whose word the address is, and whose was not believed.
function clientBlocks(client: RecordedClient | undefined): Block[] {
  if (client?.peer === undefined) return [];
  const { ip, peer, because, configured, trusted } = client;
  const ignored = toList(client.ignored);
  const who = trusted ? 'a listed proxy' : configured ? 'no listed proxy' : 'no proxy is listed';
  const rows: (readonly [string, Text])[] = [
    ['Address', codeText(ip)],
    ['At the word of', because],
    ['Connection from', { text: `${peer} (${who})`, mono: true }],
  ];
  if (ignored.length > 0) rows.push(['Not believed', { text: ignored.join(', '), mono: true, tone: 'warning' }]);
  return [{ kind: 'facts', title: 'Client', rows }];
}

function values(record: unknown): (readonly [string, ReturnType<typeof codeText>])[] {
  return toEntries(record).map(([name, value]) => [name, codeText(formatValue(value))]);
}
