import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { PageRequest } from '../page-request.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { SearchResults } from './search-results.ts';
import { formatCount } from '../../render/format.ts';

const LIMITS = [10, 25, 50, 100];
const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** Renders the tools of the list: a filter form with the current values, the link to the search syntax, and the form that deletes profiles. */
export function renderSearchTools(request: PageRequest, results?: SearchResults): Html {
  const { links, pages, parameters } = request;
  const query = results?.query ?? DEFAULT_QUERY;
  const valueAttribute = (name: string): Html | false => {
    const value = parameters.get(name) ?? '';
    return value !== '' && html` value="${value}"`;
  };
  const text = parameters.get('q') ?? '';
  const ticking = new URLSearchParams([...parameters].filter(([name]) => name !== 'tick'));
  ticking.set('tick', '1');
  const tickUrl = `${request.listPath ?? ''}?${links.query(ticking)}`;
  return html`<div class="tools">
    <details class="filters">
      <summary>Filters</summary>
      <form method="post" action="${links.to('/search')}">
        <label>IP <input name="ip" size="12" ${valueAttribute('ip')} /></label>
        <label
          >Method
          <select name="method">
            <option value="">Any</option>
            ${METHODS.map((method) => renderOption(method, parameters.get('method')?.toUpperCase()))}
          </select></label
        >
        <label
          >Status
          <input name="status_code" size="5" inputmode="numeric" placeholder="4xx" ${valueAttribute('status_code')}
        /></label>
        <label class="wide">URL <input name="url" placeholder="contains; !text: not" ${valueAttribute('url')} /></label>
        <label>Token <input name="token" size="8" /></label>
        <label>From <input type="date" name="start" ${valueAttribute('start')} /></label>
        <label>Until <input type="date" name="end" ${valueAttribute('end')} /></label>
        <label
          >Results
          <select name="limit">
            ${LIMITS.map((limit) => renderOption(limit, query.limit))}
          </select></label
        >
        ${text !== '' && html`<input type="hidden" name="q" value="${text}" />`}<button>Search</button>
      </form>
    </details>
    <a href="${links.to('/search-syntax')}">Search syntax</a>
    ${results && results.rows.length > 1 && html`<a href="${tickUrl}" title="Tick two requests and compare them">Compare…</a>`}
    ${results && renderDeletion(results, pages.access.formToken, links.to('/clear'))}
    <p class="sizes" aria-label="Results per page">
      ${LIMITS.map((limit) => html`<button form="list" name="limit" value="${limit}" ${limit === query.limit && html` aria-current="true"`}>${limit}</button>`)}
    </p>
  </div>`;
}

function renderOption<Value extends string | number>(value: Value, selected: Value | undefined): Html {
  return html`<option ${value === selected && html`selected`}>${value}</option>`;
}

/** Renders the form that deletes the profiles of a search: it states how many they are, which, and that pinned ones stay. */
function renderDeletion(results: SearchResults, formToken: string, action: string): Html | false {
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
