import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { formatCount } from '../../render/format.ts';
import type { SearchResults } from './search-results.ts';

/** Renders the form that deletes the profiles of a search: it states how many they are, which, and that pinned ones stay. */
export function renderDeletion(results: SearchResults, formToken: string, action: string): Html | false {
  const { matched, query, text, pinned } = results;
  const count = matched.count - pinned;
  if (count <= 0) return false;
  const number = `${matched.exact ? '' : 'at least '}${formatCount(count, 'profile')}`;
  const isSearch = query.terms.length > 0;
  return html`<details class="menu danger">
    <summary>Delete profiles…</summary>
    <form method="post" action="${action}">
      <p>
        ${isSearch ? html`<b>${number}</b> that match <code>${text}</code>` : html`<b>All ${number}</b>${describeApplications(results)}`}
        will be deleted. This cannot be
        undone.${pinned > 0 && ` ${formatCount(pinned, 'pinned profile')} will be kept.`}
      </p>
      ${isSearch && html`<input type="hidden" name="q" value="${text}" />`}
      <input type="hidden" name="form" value="${formToken}" /><button>Delete ${number}</button>
    </form>
  </details>`;
}

function describeApplications({ summary }: SearchResults): string {
  const { applications, isComplete } = summary;
  if (applications.length < 2) return '';
  return ` of ${isComplete ? '' : 'at least '}${applications.length} applications`;
}
