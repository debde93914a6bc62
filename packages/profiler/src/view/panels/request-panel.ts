import type { Profile } from '../../profile/profile.ts';
import type { RecordedClient } from '../../profile/recorded-features.ts';
import type { Block, Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';
import { buildBodyBlocks } from './body-blocks.ts';
import { isGuessedRoute } from '../../profile/guessed-route.ts';
import { GUESSED_ROUTE_HINT } from './framework.ts';
import { buildHandlerRows } from './handler-rows.ts';
import { isWork, toEntries, toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText, formatPairs, formatValue } from './value-text.ts';
import { facts, titledFacts } from './blocks.ts';
import type { Fact } from './blocks.ts';

/** Shows the request, or the job that was recorded like one: parameters, query, headers, cookies, attributes and body. */
export const requestPanel: Panel = {
  name: 'request',
  title: 'Request',
  view(profile, links): PanelView {
    const { data, summary } = profile;
    const { request } = data;
    if (isWork(summary)) return buildWorkView(profile, links);
    const headers: readonly Block[] = [
      { kind: 'heading', text: 'Headers' },
      { ...facts(formatPairs(toList(request.headers), true)), empty: 'No headers were sent.' },
      titledFacts('Cookies', formatPairs(toList(request.cookies)), 'No cookies were sent.'),
      titledFacts('Attributes', formatValues(request.attributes), 'No attributes.'),
    ];
    const body: readonly Block[] = [
      { kind: 'heading', text: 'Body' },
      ...buildBodyBlocks(request.body, 'request', 'The request had no body, or the body was not read.', links),
    ];
    return {
      blocks: [
        facts([
          ['Method', codeText(summary.method)],
          ['URL', codeText(request.url)],
          ['Protocol', `HTTP/${request.version}`],
          ['Route', codeOr(summary.route, 'none')],
          isGuessedRoute(summary.route) && ['Source of the route', GUESSED_ROUTE_HINT],
          ...buildHandlerRows(profile, links),
          summary.requestId !== '' && ['Request id', codeText(summary.requestId)],
          summary.traceId !== undefined && ['Trace id', codeText(summary.traceId)],
        ]),
        ...buildClientBlocks(data.client),
        ...buildUserBlocks(data.framework?.user),
        titledFacts('Route parameters', formatValues(request.params), 'The route has no parameters.'),
        titledFacts('Query parameters', formatPairs(toList(request.query)), 'No query parameters.'),
        ...(request.body === undefined || request.body.size === 0 ? [...headers, ...body] : [...body, ...headers]),
      ],
    };
  },
};

// A job or a scheduled task has neither headers nor a body.
function buildWorkView(profile: Profile, links: PanelLinks): PanelView {
  const { data, summary } = profile;
  return {
    blocks: [
      facts([
        ['Kind', codeText(summary.method.toLowerCase())],
        ['Name', codeText(summary.route)],
        ['Outcome', summary.status < 500 ? 'succeeded' : { text: 'failed', tone: 'bad' }],
        ['Run by', data.framework?.name ?? ''],
        ...(data.request?.handler === undefined ? [] : buildHandlerRows(profile, links)),
        summary.traceId !== undefined && ['Trace id', codeText(summary.traceId)],
      ]),
      titledFacts('Attributes', formatValues(data.request?.attributes), 'No attributes.'),
    ],
  };
}

// The client address, its source, and forwarding headers that were ignored.
function buildClientBlocks(client: RecordedClient | undefined): Block[] {
  if (client?.peer === undefined) return [];
  const { ip, peer, because, configured, trusted } = client;
  const ignored = toList(client.ignored);
  const who = trusted ? 'trusted proxy' : configured ? 'not a trusted proxy' : 'no trusted proxies configured';
  const rows: Fact[] = [
    ['Address', codeText(ip)],
    ['Source', because],
    ['Peer', { text: `${peer} (${who})`, mono: true }],
  ];
  if (typeof client.localPort === 'number') rows.push(['Port of the process', codeText(client.localPort)]);
  if (ignored.length > 0) rows.push(['Ignored headers', { text: ignored.join(', '), mono: true, tone: 'warning' }]);
  return [titledFacts('Client', rows)];
}

// The user that the application set, such as `request.user` of Express.
function buildUserBlocks(user: unknown): Block[] {
  if (user === undefined || user === null) return [];
  const rows = formatValues(user);
  return [titledFacts('User', rows.length > 0 ? rows : [['User', codeText(formatValue(user))]])];
}

function formatValues(record: unknown): (readonly [string, ReturnType<typeof codeText>])[] {
  return toEntries(record).map(([name, value]) => [name, codeText(formatValue(value))]);
}
