import { writeQueryParameters } from '../../../store/search/query-parameters.ts';
import type { QueryField } from '../../../store/search/profile-query.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import type { SearchResults } from './search-results.ts';

type Shown = Pick<SearchResults, 'query' | 'text' | 'showsBackgroundRequests' | 'previous' | 'next'>;

/**
 * Builds the URLs of the searches that a page of the list links to. Without a path they begin at the question mark and
 * are relative to the current page. Each URL contains the complete search.
 */
export class SearchUrls {
  readonly #links: ProfilerLinks;
  readonly #shown: Shown;
  readonly #path: string;

  /** @param path path of the list; without it the URLs are relative to the current page */
  constructor(links: ProfilerLinks, shown: Shown, path = '') {
    this.#links = links;
    this.#shown = shown;
    this.#path = path;
  }

  /** Returns the URL of the first page of the current search. */
  current(): string {
    return this.#write(this.#parameters({}));
  }

  withTerm(term: string): string {
    const parameters = this.#parameters({});
    parameters.set('q', `${this.#shown.text} ${term}`.trimStart());
    return this.#write(parameters);
  }

  /** Returns the URL of the search with one term for a field instead of those that it has, or with none. */
  withField(field: QueryField, term?: string): string {
    const terms = this.#shown.query.terms.filter((other) => other.field !== field || other.negated);
    const parameters = this.#parameters({ terms });
    const text = `${parameters.get('q') ?? ''} ${term ?? ''}`.trim();
    if (text !== '') parameters.set('q', text);
    return this.#write(parameters);
  }

  /** Returns the URL of the search within an interval of time, in milliseconds. */
  withTime(from: number, interval: number): string {
    const [start, end] = [from, from + interval - 60_000].map(
      (time) => `${new Date(time).toISOString().slice(0, 16)}Z`,
    );
    return this.withField('time', start === end ? `time:${start}` : `since:${start} until:${end}`);
  }

  withTerms(terms: Shown['query']['terms']): string {
    return this.#write(this.#parameters({ terms }));
  }

  /** Returns the parameters of the search for the hidden fields of a form. */
  fields(): [name: string, value: string][] {
    return [...this.#parameters({})];
  }

  /** Returns the URL of the list with health checks and browser probes shown or hidden. */
  withBackgroundRequests(show: boolean): string {
    const parameters = this.#parameters({});
    if (show) parameters.set('background', 'show');
    else parameters.delete('background');
    return this.#write(parameters);
  }

  next(): string | undefined {
    const { next } = this.#shown;
    return next === undefined ? undefined : this.#write(this.#parameters({ cursor: next }));
  }

  /** Returns the URL of the previous page, or of the first page if the store only reads forwards; undefined on the first page. */
  previous(): string | undefined {
    const { query, previous } = this.#shown;
    return query.cursor === undefined ? undefined : this.#write(this.#parameters({ cursor: previous || undefined }));
  }

  /** Returns the URL of the event stream for the search, beginning after the newest row shown. @param scale the duration that fills a bar */
  liveTail(after: string | undefined, scale: number): string {
    const { text, query, showsBackgroundRequests } = this.#shown;
    const parameters = new URLSearchParams(text === '' ? {} : { q: text });
    if (showsBackgroundRequests && query.terms.length === 0) parameters.set('background', 'show');
    if (after !== undefined) parameters.set('after', after);
    parameters.set('scale', String(scale));
    return this.#links.to('/tail', parameters);
  }

  #parameters(changes: Partial<Shown['query']>): URLSearchParams {
    const { query, showsBackgroundRequests } = this.#shown;
    const parameters = writeQueryParameters({ ...query, cursor: undefined, ...changes });
    if (!parameters.has('limit')) parameters.set('limit', String(changes.limit ?? query.limit));
    if (showsBackgroundRequests && query.terms.length === 0) parameters.set('background', 'show');
    return parameters;
  }

  #write(parameters: URLSearchParams): string {
    return `${this.#path}?${this.#links.query(parameters)}`;
  }
}
