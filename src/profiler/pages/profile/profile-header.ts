import { html } from '../../../core/errors/html.ts';
import { printableLine } from '../../../core/errors/printable.ts';
import { describeMissingRoute } from '../../panels/framework.ts';
import type { Html } from '../../../core/errors/html.ts';
import { reasonPhrase } from '../../../core/http/status.ts';
import { renderProfileButtons } from './profile-buttons.ts';
import { recordedRoot } from './profile-view.ts';
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

/** Renders the summary above the panels: request line, status, times, sizes and related profiles. */
export function renderProfileHeader(view: ProfileView, request: PageRequest): Html {
  const { profile, adjacent, redirects, caller } = view;
  const { summary, data } = profile;
  const { links } = request;
  const { status, method, url, ip, time, token, duration, requestBytes, bytes, traceId, note, aborted } = summary;
  const referrer = status >= 400 && findReferer(data.request?.headers);
  return html`<section class="summary ${getStatusTone(status)}" aria-label="Summary">
    <div class="title">
      <h1>${formatStatus(status)}${aborted && html` <small>aborted by the client</small>`}</h1>
      ${renderProfileButtons(profile, request, links)}
      <p class="go">
        ${renderAdjacentLink('older', '←', adjacent.older, request)}${renderAdjacentLink('newer', '→', adjacent.newer, request)}
      </p>
    </div>
    <p class="line">
      <b>${printableLine(method, 20)}</b>
      ${method === 'GET' && /^https?:/.test(url) ? html`<a href="${url}" rel="noreferrer">${printableLine(url, 2000)}</a>` : html`<span>${printableLine(url, 2000)}</span>`}
    </p>
    <dl>
      ${renderFact('Response', `${status} ${reasonPhrase(status)}`)} ${renderFact('IP', printableLine(ip, 45))}
      ${renderFact('Profiled on', html`<time datetime="${new Date(time).toISOString()}">${formatDateTime(time)}</time> <small>${formatAge(time, Date.now())}</small>`)}
      ${renderFact('Token', html`<code>${token}</code>`)} ${renderFact('Duration', formatDuration(duration))}
      ${renderFact('Size', html`<span title="Request body">↑ ${formatBytes(requestBytes)}</span> <span title="Response body">↓ ${formatBytes(bytes)}</span>`)}
      ${renderFact('Route', renderRoute(view, request))}
      ${redirects.from !== undefined && renderFact('Redirected from', renderProfileLink(redirects.from, links, REDIRECT_HINT))}
      ${redirects.to !== undefined && renderFact('Redirected to', renderProfileLink(redirects.to, links, REDIRECT_HINT))}
      ${caller !== undefined && renderFact('Called by', renderProfileLink(caller, links, 'The request whose handler sent this one'))}
      ${traceId !== undefined && renderFact('Trace', renderTrace(traceId, request))}
      ${referrer !== false && referrer !== undefined && renderFact('Referrer', html`<span>${printableLine(referrer, 300)}</span>`)}
      ${note !== undefined && note !== '' && renderFact('Note', html`<span>${printableLine(note, 500)}</span>`)}
    </dl>
  </section>`;
}

function renderFact(label: string, value: Html | string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function renderAdjacentLink(
  rel: 'older' | 'newer',
  arrow: string,
  token: string | undefined,
  { links, parameters }: PageRequest,
): Html {
  const label = html`<span aria-hidden="true">${arrow}</span> ${rel}`;
  if (token === undefined) return html`<span class="none" title="No ${rel} request of the same route">${label}</span>`;
  return html`<a
    href="${links.profile(token, parameters.get('panel') ?? undefined)}"
    title="${rel === 'older' ? 'Older' : 'Newer'} request of the same route (${rel === 'older' ? '[' : ']'})"
    >${label}</a
  >`;
}

const REDIRECT_HINT = 'Matched by URL, time, IP address and User-Agent';

function renderProfileLink(token: string, links: PageRequest['links'], title: string): Html {
  return html`<a href="${links.profile(token)}" title="${title}"><code>${token}</code></a>`;
}

function renderRoute({ profile }: ProfileView, { links }: PageRequest): Html | string {
  const { summary, data } = profile;
  const { route } = summary;
  const handler = data.request?.handler;
  if (route === undefined) return describeMissingRoute(data);
  const [, file = handler, line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(handler ?? '') ?? [];
  const href = file === undefined ? undefined : links.source(file, Number(line), recordedRoot(profile));
  const short = handler && (handler.length > 48 ? `…${handler.slice(-46)}` : handler);
  return html`<code>${printableLine(route, 100)}</code
    >${short && html` → ${href === undefined ? html`<code title="${handler}">${short}</code>` : html`<a href="${href}" title="${handler}"><code>${short}</code></a>`}`}`;
}

function renderTrace(traceId: string, { links }: PageRequest): Html {
  if (!TRACE_ID.test(traceId)) return html`<code>${printableLine(traceId, 40)}</code>`;
  const title = `All requests of the trace ${traceId}`;
  return html`<a href="${links.to(`/trace/${traceId}`)}" title="${title}"><code>${traceId.slice(0, 8)}…</code></a>`;
}

const TRACE_ID = /^[0-9a-f]{32}$/;

function findReferer(headers: unknown): string | undefined {
  const lines = Array.isArray(headers) ? (headers as readonly (readonly [string, string])[]) : [];
  return lines.find(([name]) => name.toLowerCase() === 'referer')?.[1];
}
