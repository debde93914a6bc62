import { html } from '../../../core/errors/html.ts';
import { printableLine } from '../../../core/errors/printable.ts';
import type { Html } from '../../../core/errors/html.ts';
import { reasonPhrase } from '../../../core/http/status.ts';
import { renderProfileButtons } from './profile-buttons.ts';
import type { ProfileView } from './profile-view.ts';
import type { PageRequest } from '../page-request.ts';
import {
  formatAge,
  formatDuration,
  formatDateTime,
  formatBytes,
  formatStatus,
  getStatusTone,
} from '../../render/format.ts';

/** What the request was and how it ended, in one look. */
export function renderProfileHeader(view: ProfileView, visit: PageRequest): Html {
  const { profile, adjacent: neighbours, redirects, caller } = view;
  const { summary, data } = profile;
  const { links } = visit;
  const { status, method, url, ip, time, token, duration, requestBytes, bytes, traceId, note, aborted } = summary;
  const referrer = status >= 400 && refererOf(data.request?.headers);
  return html`<section class="strip ${getStatusTone(status)}" aria-label="Summary">
    <div class="title">
      <h1>${formatStatus(status)}${aborted && html` <small>aborted by the client</small>`}</h1>
      ${renderProfileButtons(profile, visit, links)}
      <p class="go">${goLink('older', '←', neighbours.older, visit)}${goLink('newer', '→', neighbours.newer, visit)}</p>
    </div>
    <p class="line">
      <b>${printableLine(method, 20)}</b>
      ${method === 'GET' && /^https?:/.test(url) ? html`<a href="${url}" rel="noreferrer">${printableLine(url, 2000)}</a>` : html`<span>${printableLine(url, 2000)}</span>`}
    </p>
    <dl>
      ${fact('Response', `${status} ${reasonPhrase(status)}`)} ${fact('IP', printableLine(ip, 45))}
      ${fact('Profiled on', html`<time datetime="${new Date(time).toISOString()}">${formatDateTime(time)}</time> <small>${formatAge(time, Date.now())}</small>`)}
      ${fact('Token', html`<code>${token}</code>`)} ${fact('Duration', formatDuration(duration))}
      ${fact('Size', html`<span title="Request body">↑ ${formatBytes(requestBytes)}</span> <span title="Response body">↓ ${formatBytes(bytes)}</span>`)}
      ${fact('Route', routeHtml(view, visit))}
      ${redirects.from !== undefined && fact('Redirected from', profileLink(redirects.from, links, BY_LOOKS))}
      ${redirects.to !== undefined && fact('Redirected to', profileLink(redirects.to, links, BY_LOOKS))}
      ${caller !== undefined && fact('Called by', profileLink(caller, links, 'The request that made this one while it was answered'))}
      ${traceId !== undefined && fact('Trace', html`<code>${printableLine(traceId, 40)}</code>`)}
      ${referrer !== false && referrer !== undefined && fact('Referrer', html`<span>${printableLine(referrer, 300)}</span>`)}
      ${note !== undefined && note !== '' && fact('Note', html`<span>${printableLine(note, 500)}</span>`)}
    </dl>
  </section>`;
}

function fact(label: string, value: Html | string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function goLink(
  rel: 'older' | 'newer',
  arrow: string,
  token: string | undefined,
  { links, parameters }: PageRequest,
): Html {
  const label = html`<span aria-hidden="true">${arrow}</span> ${rel}`;
  if (token === undefined) return html`<span class="none" title="None of the same route">${label}</span>`;
  return html`<a
    href="${links.profile(token, parameters.get('panel') ?? undefined)}"
    title="The ${rel} request of the same route ( ${rel === 'older' ? '[' : ']'} )"
    >${label}</a
  >`;
}

const BY_LOOKS = 'By address, time and client';

function profileLink(token: string, links: PageRequest['links'], title: string): Html {
  return html`<a href="${links.profile(token)}" title="${title}"><code>${token}</code></a>`;
}

function routeHtml({ profile: { summary, data } }: ProfileView, { links }: PageRequest): Html | string {
  const { route } = summary;
  const handler = data.request?.handler;
  if (route === undefined) return 'none matched';
  const [, file = handler, line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(handler ?? '') ?? [];
  const href = file === undefined ? undefined : links.source(file, Number(line));
  const short = handler && (handler.length > 48 ? `…${handler.slice(-46)}` : handler);
  return html`<code>${printableLine(route, 100)}</code
    >${short && html` → ${href === undefined ? html`<code title="${handler}">${short}</code>` : html`<a href="${href}" title="${handler}"><code>${short}</code></a>`}`}`;
}

function refererOf(headers: unknown): string | undefined {
  const lines = Array.isArray(headers) ? (headers as readonly (readonly [string, string])[]) : [];
  return lines.find(([name]) => name.toLowerCase() === 'referer')?.[1];
}
