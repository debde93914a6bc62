import { span } from 'oriel-core/error-pages';
import { getUserTexts } from '../../../store/search/recorded-user.ts';
import { GUESSED_ROUTE_HINT, describeMissingRoute, explainEmptyPanel } from '../../panels/framework.ts';
import { isGuessedRoute } from '../../../profile/guessed-route.ts';
import type { ProfileView } from './profile-view.ts';
import type { VisitorRequests } from './related-profiles.ts';
import type { PageRequest } from '../page-request.ts';
import { UNTRUSTED_NOTICE, formatLabel, renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { formatDuration, formatDateTime, formatBytes, formatStatus } from '../../render/format.ts';

/** Renders a profile page as Markdown. */
export function renderProfileMarkdown(
  { profile: { summary, data }, findings, menu, current, redirects, caller, visitor, unusual }: ProfileView,
  { links }: PageRequest,
): string {
  const { status, method, url, ip, time, token, duration, bytes, requestBytes, route, traceId, app } = summary;
  const handler = data.request?.handler;
  const user = getUserTexts(data)[0];
  const facts = [
    ...(app ? [`Application: ${span(app)}`] : []),
    ...(user === undefined ? [] : [`User: ${span(user)}`]),
    `IP: ${span(ip)}`,
    `Profiled on: ${formatDateTime(time)}`,
    `Token: ${span(token)}`,
    `Duration: ${formatDuration(duration)}`,
    `Size: ${formatBytes(requestBytes)} received, ${formatBytes(bytes)} sent`,
    `Route: ${span(route ?? describeMissingRoute(data))}${isGuessedRoute(route) ? ` (${GUESSED_ROUTE_HINT})` : ''}${handler === undefined ? '' : ` → ${span(handler)}`}`,
    ...(redirects.from === undefined ? [] : [`Redirected from: ${span(links.profile(redirects.from))}`]),
    ...(redirects.to === undefined ? [] : [`Redirected to: ${span(links.profile(redirects.to))}`]),
    ...(caller === undefined ? [] : [`Called by: ${span(links.profile(caller))}`]),
    ...(visitor === undefined ? [] : [describeVisitor(visitor, links)]),
    ...(unusual === undefined
      ? []
      : [`Unusual for this route: ${unusual.text} Typical: ${span(links.comparison(unusual.typical, token))}`]),
    ...(traceId === undefined ? [] : [`Trace: ${span(traceId)}`]),
  ];
  const others = menu.map(
    ({ panel, view }) =>
      `- ${formatLabel(panel.title)}${view?.count === undefined ? '' : ` (${Number(view.count)})`}: ${span(view ? links.profile(token, panel.name).replace('?', '.md?') : explainEmptyPanel(panel, data))}`,
  );
  return [
    `# ${formatStatus(status)}`,
    span(`${method} ${url}`),
    facts.map((fact) => `- ${fact}`).join('\n'),
    UNTRUSTED_NOTICE,
    ...(findings.length > 0
      ? ['## Findings', findings.map(({ severity, text }) => `- ${formatLabel(severity)}: ${span(text)}`).join('\n')]
      : []),
    `## ${formatLabel(current.panel.title)}`,
    current.view ? renderBlocksAsMarkdown(current.view.blocks, 3) : span(explainEmptyPanel(current.panel, data)),
    '## Other panels',
    `${others.join('\n')}\n`,
  ].join('\n\n');
}

function describeVisitor({ id, older, newer }: VisitorRequests, links: PageRequest['links']): string {
  const beside = [
    ...(older === undefined ? [] : [`previous: ${span(links.profile(older.token))}`]),
    ...(newer === undefined ? [] : [`next: ${span(links.profile(newer.token))}`]),
  ];
  return [`Visitor: ${span(`visitor:${id}`)}`, ...beside].join(', ');
}
