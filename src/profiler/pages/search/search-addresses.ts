import { writeQueryParameters } from '../../search/query-parameters.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import type { SearchResults } from './search-results.ts';

type Shown = Pick<SearchResults, 'query' | 'text' | 'showsBackgroundRequests' | 'previousCursors' | 'next'>;

/**
 * The searches one can go to from a page of the list. They begin at the question mark, so that they hold for the page
 * they stand on; every one of them is a complete search.
 */
export class SearchUrls {
  readonly #links: ProfilerLinks;
  readonly #shown: Shown;

  readonly #path: string;

  /** @param path of the list; addresses are relative to the page when it is left out */
  constructor(links: ProfilerLinks, shown: Shown, path = '') {
    this.#links = links;
    this.#shown = shown;
    this.#path = path;
  }

  /** As it is, from its first page on. */
  current(): string {
    return this.#write(this.#parameters({}));
  }

  /** Narrowed by one more term. */
  withTerm(term: string): string {
    const parameters = this.#parameters({});
    parameters.set('q', `${this.#shown.text} ${term}`.trimStart());
    return this.#write(parameters);
  }

  /** Without one of its terms. */
  withoutTerm(index: number): string {
    return this.#write(this.#parameters({ terms: this.#shown.query.terms.filter((_, at) => at !== index) }));
  }

  /** The search as the fields of a form. */
  fields(): [name: string, value: string][] {
    return [...this.#parameters({})];
  }

  withBackgroundRequests(show: boolean): string {
    const parameters = this.#parameters({});
    if (show) parameters.set('noise', 'show');
    else parameters.delete('noise');
    return this.#write(parameters);
  }

  next(): string | undefined {
    const { query, next, previousCursors: before } = this.#shown;
    return next === undefined ? undefined : this.#paged(next, [...before, query.cursor ?? '']);
  }

  previous(): string | undefined {
    const { query, previousCursors: before } = this.#shown;
    return query.cursor === undefined ? undefined : this.#paged(before.at(-1) ?? '', before.slice(0, -1));
  }

  /** The same search as live rows, after the newest that is shown. */
  tail(after: string | undefined): string {
    const { text } = this.#shown;
    return this.#links.to(
      '/tail',
      new URLSearchParams({ ...(text === '' ? {} : { q: text }), ...(after === undefined ? {} : { after }) }),
    );
  }

  #paged(cursor: string, before: readonly string[]): string {
    const parameters = this.#parameters({ cursor: cursor === '' ? undefined : cursor });
    for (const each of before) parameters.append('before', each);
    return this.#write(parameters);
  }

  #parameters(changes: Partial<Shown['query']>): URLSearchParams {
    const { query, showsBackgroundRequests: showsNoise } = this.#shown;
    const parameters = writeQueryParameters({ ...query, cursor: undefined, ...changes });
    if (!parameters.has('limit')) parameters.set('limit', String(changes.limit ?? query.limit));
    if (showsNoise && query.terms.length === 0) parameters.set('noise', 'show');
    return parameters;
  }

  #write(parameters: URLSearchParams): string {
    return `${this.#path}?${this.#links.query(parameters)}`;
  }
}
