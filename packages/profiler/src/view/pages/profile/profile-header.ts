import { html, printableLine } from 'oriel-core/errors';
import { GUESSED_ROUTE_HINT, describeMissingRoute } from '../../panels/framework.ts';
import { isGuessedRoute } from '../../../profile/guessed-route.ts';
import type { Html } from 'oriel-core/errors';
import { reasonPhrase } from 'oriel-core/http';
import { renderFindings, findWorstTone } from './profile-findings.ts';
import { renderProfileButtons } from './profile-buttons.ts';
import { recordedRoot } from '../../source-maps/map-profile.ts';
import type { ProfileView } from './profile-view.ts';
import type { PageRequest } from '../page-request.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { writeTerm } from '../../../store/search/query-parameters.ts';
import type { VisitorRequests } from './related-profiles.ts';
import { getUserTexts } from '../../../store/search/recorded-user.ts';
import { formatAge, formatDuration, formatDateTime, getStatusTone } from '../../render/format.ts';

/** Renders the head of a profile: request line, status, duration, facts, related profiles and findings. */
export function renderProfileHeader(view: ProfileView, request: PageRequest): Html {
  const { profile, findings, responseExcerpt } = view;
  const { method, status, duration, aborted } = profile.summary;
  const { links } = request;
  return html`<section class="summary ${findWorstTone(findings, status)}" aria-label="Summary">
    <div class="title">
      <h1><b>${printableLine(method, 20)}</b> ${renderTarget(profile.summary)}</h1>
      <p class="outcome">
        <span class="pill ${getStatusTone(status)}">${formatPill(status)}</span>
        <strong title="Duration">${formatDuration(duration)}</strong>
        ${aborted && html`<span class="pill warning">aborted by the client</span>`}
      </p>
      ${renderProfileButtons(profile, request)}
    </div>
    <div class="meta">
      <dl>${renderFacts(view, request)}</dl>
      <p class="go">
        ${renderAdjacentLink('older', '‹ previous', view.adjacent.older, request)}${renderAdjacentLink('newer', 'next ›', view.adjacent.newer, request)}${view.adjacent.older !== undefined && html`<a href="${links.comparison(view.adjacent.older, profile.summary.token)}" title="Compare with the previous request of this route">compare</a>`}
      </p>
    </div>
    ${view.unusual !== undefined && html`<p class="excerpt">${view.unusual.text} <a href="${links.comparison(view.unusual.typical, profile.summary.token)}">Compare with a typical request</a></p>`}
    ${renderFindings(view, request)}
    ${
      responseExcerpt !== undefined &&
      html`<p class="excerpt">
        <a href="${links.profile(profile.summary.token, 'response')}">Response</a>
        <q>${printableLine(responseExcerpt, 400)}</q>
      </p>`
    }
  </section>`;
}

function formatPill(status: number): string {
  return status === 0 ? 'No response' : `${status} ${reasonPhrase(status)}`.trimEnd();
}

// The path and the query of a request, or the name of a job. Long ones are clamped to two lines by the style.
function renderTarget({ method, url, path }: ProfileView['profile']['summary']): Html {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  const target = isHttp ? parsed.pathname : path === '' ? url : path;
  const text = html`${printableLine(target, 1_000)}${isHttp && parsed.search !== '' && html`<small>${printableLine(parsed.search, 1_000)}</small>`}`;
  const title = printableLine(url, 2_000);
  return method === 'GET' && isHttp
    ? html`<a class="target" href="${url}" rel="noreferrer" title="${title}">${text}</a>`
    : html`<span class="target" title="${title}">${text}</span>`;
}

function renderFacts(view: ProfileView, request: PageRequest): (Html | undefined | false)[] {
  const { profile, redirects, caller } = view;
  const { summary } = profile;
  const { app, machine, ip, time, token, traceId, note, pinned } = summary;
  const { links } = request;
  const user = getUserTexts(profile.data)[0];
  const isNamed = typeof app === 'string' && app !== '';
  return [
    isNamed && renderFact('Application', html`<b>${printableLine(app, 80)}</b>`),
    machine !== undefined && machine !== null && renderFact('Machine', printableLine(machine, 80)),
    renderFact('Route', renderRoute(view, request), true),
    user !== undefined && renderFact('User', renderUser(user, links), true),
    view.visitor !== undefined && renderFact('Visitor', renderVisitor(view.visitor, links), true),
    renderFact(
      'Time',
      html`<time datetime="${new Date(time).toISOString()}" title="${formatAge(time, Date.now())} ago"
        >${formatDateTime(time)}</time
      >`,
    ),
    renderFact('IP', printableLine(ip, 45)),
    renderFact('Token', html`<code>${token}</code>`, true),
    traceId !== undefined && traceId !== null && renderFact('Trace', renderTrace(traceId, request), true),
    redirects.from !== undefined &&
      renderFact('Redirected from', renderProfileLink(redirects.from, links, REDIRECT_HINT), true),
    redirects.to !== undefined &&
      renderFact('Redirected to', renderProfileLink(redirects.to, links, REDIRECT_HINT), true),
    caller !== undefined &&
      renderFact('Called by', renderProfileLink(caller, links, 'The request whose handler sent this one'), true),
    pinned &&
      note !== undefined &&
      note !== '' &&
      renderFact('Note', html`<span>${printableLine(note, 500)}</span>`, true),
  ];
}

/** @param isLabelled whether the name is visible; the others are for screen readers, because the values are obvious */
function renderFact(label: string, value: Html | string, isLabelled = false): Html {
  return html`<div>
    <dt${!isLabelled && html` class="sr"`}>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function renderAdjacentLink(
  rel: 'older' | 'newer',
  label: string,
  token: string | undefined,
  { links, parameters }: PageRequest,
): Html {
  const what = rel === 'older' ? 'Previous' : 'Next';
  if (token === undefined)
    return html`<span class="none" title="No ${what.toLowerCase()} request of this route">${label}</span>`;
  return html`<a
    href="${links.profile(token, parameters.get('panel') ?? undefined)}"
    title="${what} request of this route (${rel === 'older' ? '[' : ']'})"
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
  const guessed = isGuessedRoute(route) && html` <small>${GUESSED_ROUTE_HINT}</small>`;
  return html`<b>${printableLine(route, 100)}</b
    >${guessed}${short && html` → ${href === undefined ? html`<code title="${handler}">${short}</code>` : html`<a href="${href}" title="${handler}"><code>${short}</code></a>`}`}`;
}

function renderUser(user: string, links: PageRequest['links']): Html {
  const q = writeTerm({ field: 'user', operator: 'is', value: user, negated: false });
  const text = html`<b>${printableLine(user, 120)}</b>`;
  if (user.length > MAX_USER_LENGTH) return text;
  return html`<a href="${links.inOrder(q)}" title="Requests of this user, the oldest first">${text}</a>`;
}

const MAX_USER_LENGTH = 300;

function renderVisitor({ id, older, newer }: VisitorRequests, links: PageRequest['links']): Html {
  const linkTo = (row: ProfileSummary, what: 'Previous' | 'Next'): Html => {
    const label = `${printableLine(row.method, 20)} ${shortenPath(row.path)}`;
    return html`<a href="${links.profile(row.token)}" title="${what} request of this visitor"
      >${what === 'Previous' && '‹ '}${label}${what === 'Next' && ' ›'}</a
    >`;
  };
  return html`<a href="${links.inOrder(`visitor:${id}`)}" title="Requests of this visitor, the oldest first"
      ><code>${id}</code></a
    >
    ${older && linkTo(older, 'Previous')} ${newer && linkTo(newer, 'Next')}`;
}

function shortenPath(path: string): string {
  return printableLine(path.length > 32 ? `…${path.slice(-30)}` : path, 40);
}

function renderTrace(traceId: string, { links }: PageRequest): Html {
  if (!TRACE_ID.test(traceId)) return html`<code>${printableLine(traceId, 40)}</code>`;
  const title = `All requests of the trace ${traceId}`;
  return html`<a href="${links.to(`/trace/${traceId}`)}" title="${title}"><code>${traceId.slice(0, 8)}…</code></a>`;
}

const TRACE_ID = /^[0-9a-f]{32}$/;
