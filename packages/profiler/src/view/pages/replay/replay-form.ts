import { html, printableLine } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { Html } from 'oriel-core/errors';
import { isLoopbackName } from 'oriel-core/http';
import type { Profile } from '../../../profile/profile.ts';
import { REPLAY_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { REPLAY_PAGE_STYLE } from '../assets/page-styles.ts';
import type { MaskedValue } from '../../export/placeholders.ts';
import type { PageLayout } from '../page-layout.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import type { Representations } from '../representation.ts';
import { getAlternateUrls } from '../search/search-html.ts';
import { VALUE_PREFIX, getKeptName } from './replay-draft.ts';
import type { ReplayDraft } from './replay-draft.ts';

export interface ReplayFormView {
  readonly profile: Profile;
  readonly draft: ReplayDraft;
  /** Why the request was not sent, as sentences; empty before it is sent. */
  readonly problems: readonly string[];
}

/** Returns the representations of the form: the request, what cannot be as recorded, and the masked values to enter. */
export function representReplayForm(view: ReplayFormView, request: PageRequest): Representations {
  const { profile, draft, problems } = view;
  const { fields, masked, taken, result } = draft;
  const differences = 'problems' in result ? [] : result.differences;
  const reasons = problems.length > 0 || !('problems' in result) ? problems : result.problems;
  const data = {
    of: profile.summary.token,
    ...fields,
    differences,
    masked,
    cookiesOfBrowser: taken,
    problems: reasons,
  };
  return {
    json: () => ({ title: TITLE, ...data }),
    md: () =>
      [
        `# ${TITLE}`,
        span(`${fields.method} ${fields.origin}${fields.target ?? ''}`),
        [...reasons, ...differences].map((sentence) => `- ${span(sentence)}`).join('\n'),
      ].join('\n\n') + '\n',
    html: () => renderForm(view, reasons, differences, request),
  };
}

const TITLE = 'Send again';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const MAX_SENTENCES = 30;
const MAX_VALUES = 30;

function renderForm(
  { profile, draft }: ReplayFormView,
  problems: readonly string[],
  differences: readonly string[],
  request: PageRequest,
): PageLayout {
  const { links, pages } = request;
  const { token, method, path } = profile.summary;
  const { fields, result } = draft;
  const isSafe = 'isSafe' in result ? result.isSafe : fields.method === 'GET';
  const editUrl = links.to(`/${token}/replay/edit`);
  return {
    title: `${TITLE}: ${printableLine(method, 20)} ${path.slice(0, 80)}`,
    style: REPLAY_PAGE_STYLE,
    script: REPLAY_PAGE_SCRIPT,
    alternates: getAlternateUrls(editUrl.split('?')[0]!, links.query(new URLSearchParams())),
    trouble: describeTrouble(pages),
    content: html`<h1>${TITLE}: <code>${printableLine(method, 20)} ${printableLine(path, 200)}</code></h1>
      ${problems.length > 0 && html`<div class="note bad" role="alert">${renderSentences(problems)}</div>`}
      <form class="replay" method="post" action="${links.to(`/${token}/replay`)}" data-replay>
        <input type="hidden" name="form" value="${pages.access.formToken}" />
        <input type="hidden" name="confirmed" value="1" />
        <div class="row">
          <label>Method ${renderMethods(fields.method)}</label>
          <label class="wide"
            >Address of the application
            <input name="origin" value="${fields.origin}" required inputmode="url" spellcheck="false" />
          </label>
        </div>
        ${renderListening(profile)} ${renderTarget(fields.target)}
        ${renderText('headers', 'Headers, one per line', fields.headers, 8)}
        ${renderText('body', 'Body', fields.body, 6)} ${renderMasked(draft, request)}
        ${
          differences.length > 0 &&
          html`<section aria-labelledby="differences">
            <h2 id="differences">Not as it was recorded</h2>
            ${renderSentences(differences)}
          </section>`
        }
        ${!isSafe && html`<p class="note warning">${printableLine(fields.method, 20)} may change data of the application. Check the request before you send it.</p>`}
        <p class="buttons">
          <button class="primary">Send</button>
          <a class="button" href="${links.profile(token)}">Back to the profile</a>
        </p>
      </form>`,
  };
}

function renderSentences(sentences: readonly string[]): Html {
  const more = sentences.length - MAX_SENTENCES;
  return html`<ul>
    ${sentences.slice(0, MAX_SENTENCES).map((sentence) => html`<li>${printableLine(sentence, 300)}</li>`)}
    ${more > 0 && html`<li>… and ${more} more</li>`}
  </ul>`;
}

// The address of a proxy, or of the host of a container, may not be reachable from here.
function renderListening({ data: { client } }: Profile): Html | false {
  const port = client?.localPort;
  return (
    typeof port === 'number' && html`<p class="quiet">The process listened on port ${port} when this was recorded.</p>`
  );
}

function renderMethods(method: string): Html {
  const known = METHODS.includes(method) ? METHODS : [method.slice(0, 40), ...METHODS];
  return html`<select name="method">
    ${known.map((text) => html`<option${text === method && html` selected`}>${text}</option>`)}
  </select>`;
}

function renderTarget(target: string | undefined): Html {
  if (target === undefined)
    return html`<p class="quiet">The path is sent as it was recorded: a form does not keep all of its characters.</p>`;
  return html`<label>Path and query <input name="target" value="${target}" required spellcheck="false" /></label>`;
}

function renderText(name: 'headers' | 'body', label: string, text: string | undefined, rows: number): Html {
  if (text === undefined)
    return html`<p class="quiet">
      The ${name} ${name === 'body' ? 'is' : 'are'} sent as recorded, because a form cannot show all of it.
    </p>`;
  // The parser removes a line break at the beginning.
  const content = `\n${text}`;
  return html`<label
    >${label}
    <textarea name="${name}" rows="${rows}" spellcheck="false">${content}</textarea>
  </label>`;
}

function renderMasked({ masked, taken, fields }: ReplayDraft, request: PageRequest): Html | false {
  if (masked.length === 0) return false;
  const rest = [...taken];
  const asked = masked.filter(({ in: location, name }) => {
    const index = location === 'cookie' ? rest.indexOf(name) : -1;
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
  const hidden = asked.length - MAX_VALUES;
  return html`<fieldset>
    <legend>Masked values</legend>
    ${taken.length > 0 && html`<p>The cookies of this browser are sent: ${printableLine(taken.join(', '), 500)}.</p>`}
    ${asked.some((value) => value.in === 'cookie') && renderCookieHint(fields.origin, request)}
    ${asked.length > 0 && html`<p class="quiet">What stays empty is left out.</p>`}
    ${asked.slice(0, MAX_VALUES).map((value) => renderValue(value, fields.origin))}
    ${hidden > 0 && html`<p>… and ${hidden} more, which are not sent.</p>`}
  </fieldset>`;
}

function renderValue({ variable, in: location, name }: MaskedValue, origin: string): Html {
  // The script remembers headers until the tab is closed.
  const attribute = location === 'header' && html` data-keep="${getKeptName(origin, name)}"`;
  return html`<label
    ><span>${LOCATIONS[location]} <code>${printableLine(name, 100)}</code></span>
    <input type="password" name="${VALUE_PREFIX}${variable}" autocomplete="off" ${attribute}
  /></label>`;
}

const LOCATIONS: Readonly<Record<MaskedValue['in'], string>> = {
  header: 'Header',
  cookie: 'Cookie',
  query: 'Query parameter',
  path: 'Path',
  body: 'Field of the body',
};

// Cookies depend on the host name, but not on the port.
function renderCookieHint(origin: string, { context, links }: PageRequest): Html {
  const name = URL.canParse(origin) ? new URL(origin).hostname : '';
  if (name === context.host || !isLoopbackName(name) || !isLoopbackName(context.host))
    return html`<p>
      This browser does not send the cookies below to this page. Enter their values, or leave them out.
    </p>`;
  const port = context.origin.slice(context.scheme.length + 3 + context.host.length);
  const url = `${context.scheme}://${name}${port}${links.withPass(context.path)}`;
  return html`<p>
    This page is at ${context.host}, the application at ${name}: a browser has other cookies for each.
    <a href="${url}">Open this page at ${name}</a> to send those of this browser.
  </p>`;
}
