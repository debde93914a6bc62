import type { RecordedClient } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { buildHandlerRows } from './handler-rows.ts';
import { formatPairs } from './recorded-values.ts';
import { toEntries, toList, codeText, formatValue } from './recorded-values.ts';

/** Shows the request: parameters, query, headers, cookies, attributes and body. */
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
        ...buildClientBlocks(data.client),
        {
          kind: 'facts',
          title: 'Route parameters',
          rows: formatValues(request.params),
          empty: 'The route has no parameters.',
        },
        {
          kind: 'facts',
          title: 'Query parameters',
          rows: formatPairs(toList(request.query)),
          empty: 'No query parameters.',
        },
        {
          kind: 'facts',
          title: 'Headers',
          rows: formatPairs(toList(request.headers), true),
          empty: 'No headers were sent.',
        },
        { kind: 'facts', title: 'Cookies', rows: formatPairs(toList(request.cookies)), empty: 'No cookies were sent.' },
        { kind: 'facts', title: 'Attributes', rows: formatValues(request.attributes), empty: 'No attributes.' },
        { kind: 'heading', text: 'Body' },
        ...buildBodyBlocks(request.body, 'request', 'The request had no body, or the body was not read.', links),
      ],
    };
  },
};

// The client address, its source, and forwarding headers that were ignored.
function buildClientBlocks(client: RecordedClient | undefined): Block[] {
  if (client?.peer === undefined) return [];
  const { ip, peer, because, configured, trusted } = client;
  const ignored = toList(client.ignored);
  const who = trusted ? 'trusted proxy' : configured ? 'not a trusted proxy' : 'no trusted proxies configured';
  const rows: (readonly [string, Text])[] = [
    ['Address', codeText(ip)],
    ['Source', because],
    ['Peer', { text: `${peer} (${who})`, mono: true }],
  ];
  if (ignored.length > 0) rows.push(['Ignored headers', { text: ignored.join(', '), mono: true, tone: 'warning' }]);
  return [{ kind: 'facts', title: 'Client', rows }];
}

function formatValues(record: unknown): (readonly [string, ReturnType<typeof codeText>])[] {
  return toEntries(record).map(([name, value]) => [name, codeText(formatValue(value))]);
}
