import { html, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Profile } from '../../../profile/profile.ts';
import { shortenVisitor } from '../../../profile/visitor.ts';
import type { ComparableProfile } from '../../compare/find-comparable-profiles.ts';
import type { PageRequest } from '../page-request.ts';
import { renderReplayButton } from '../replay/replay-button.ts';
import type { FilterTerm } from './row-filters.ts';
import { readUrl } from './row-url.ts';

export interface TermLinks extends Pick<FilterTerm, 'text' | 'help'> {
  readonly only: string;
  /** The search with the negated term. */
  readonly without: string | undefined;
}

/** Renders the menu of a row: what can be done with the request, and a filter for each value and its negation. */
export function renderRowMenu(
  profile: Profile,
  comparable: readonly ComparableProfile[],
  values: readonly { readonly name: string; readonly terms: readonly TermLinks[] }[],
  request: PageRequest,
): Html {
  const { method, url } = profile.summary;
  return html`<h2>${printableLine(method, 20)} ${readUrl(url).path.slice(0, 80)}</h2>
    ${renderRowActions(profile, comparable, request)}
    <dl>
      ${values.map(
        ({ name, terms }) =>
          html`<dt>${name}</dt>
            <dd>
              ${terms.map(({ text, help, only, without }) => {
                const label = printableLine(text, 300);
                return html`<span
                  ><a href="${only}" title="Requests ${help}">${label}</a
                  >${without !== undefined && html`<a href="${without}" title="Exclude requests ${help}" aria-label="not ${label}">not</a>`}</span
                > `;
              })}
            </dd>`,
      )}
    </dl>`;
}

/** Renders what can be done with a request: send it again, copy it as a command, compare it, and list those of the same visitor. */
export function renderRowActions(
  profile: Profile,
  comparable: readonly ComparableProfile[],
  request: PageRequest,
): Html {
  const { token, visitor } = profile.summary;
  const { links } = request;
  const copies = COMMANDS.map(
    ([format, label]) => html` <a href="${links.to(`/${token}/export/${format}`)}" data-copy-link>${label}</a>`,
  );
  const comparisons = comparable.map(
    (other, index) => html`${index > 0 && ','} <a href="${links.comparison(other.token, token)}">${other.name}</a>`,
  );
  return html`<div class="actions">${renderReplayButton(profile, request)}</div>
    <p>Copy as${copies}</p>
    ${comparisons.length > 0 && html`<p>Compare with the${comparisons}</p>`}
    ${visitor && html`<p>Show the <a href="${links.inOrder(`visitor:${shortenVisitor(visitor)}`)}">requests of this visitor</a> in order</p>`}`;
}

const COMMANDS = [
  ['curl', 'cURL'],
  ['fetch', 'fetch'],
  ['httpie', 'HTTPie'],
] as const;
