import { MethodNotAllowedError } from '../../core/http/errors.ts';
import type { HttpResponse } from '../../core/http/response.ts';
import { explainPage } from './profile/explain-page.ts';
import { exportPage } from './profile/export-page.ts';
import { filterPage } from './search/filter-page.ts';
import { LiveTail } from './live-tail/live-tail.ts';
import { decompressSearch } from './search/compressed-search.ts';
import { profilePage } from './profile/profile-page.ts';
import { deleteProfiles, pin, unpin } from './profile/profile-actions.ts';
import { ProfilerAccess } from './access/profiler-access.ts';
import { ProfilerLinks } from './profiler-links.ts';
import { getPathParameter } from './page-request.ts';
import type { PageInput, ProfilerPages, PageRequest } from './page-request.ts';
import { redirect, splitSuffix } from './representation.ts';
import type { Representation } from './representation.ts';
import { searchForm } from './search/search-form.ts';
import { searchPage } from './search/search-page.ts';
import { sourcePage } from './profile/source-page.ts';
import { liveTailPage } from './live-tail/live-tail-page.ts';
import { searchSyntaxPage } from './search/search-syntax-page.ts';

/** What the pages need to know; what is left out has a default. */
export interface ProfilerRoutesOptions extends Omit<ProfilerPages, 'access' | 'unrecorded'> {
  readonly unrecorded?: () => number;
  /** Opens the profiler from other machines. */
  readonly key?: string | undefined;
  /** True in production: then only the key opens it. */
  readonly keyOnly?: boolean | undefined;
  /** Give one to `end()` it when the host stops, or open lists keep the host waiting. */
  readonly tail?: LiveTail;
  /** Instead of `key` and `keyOnly`, for whoever wants to print an invitation. */
  readonly access?: ProfilerAccess;
}

/** A route as the host declares it: a name, a method with a path, and what answers. */
export interface ProfilerRoute {
  readonly name: string;
  readonly line: string;
  readonly requirements?: Readonly<Record<string, string>>;
  readonly handle: (input: PageInput) => HttpResponse | Promise<HttpResponse>;
}

/**
 * The pages of the profiler as routes of a host. Each asks first whether the visitor may come in.
 */
export function createProfilerRoutes(options: ProfilerRoutesOptions): readonly ProfilerRoute[] {
  const {
    storage,
    queue,
    panels,
    title,
    root,
    explain,
    locateToken: whereIs,
    key,
    keyOnly,
    unrecorded = () => 0,
  } = options;
  const access = options.access ?? new ProfilerAccess({ key, keyOnly });
  const pages: ProfilerPages = {
    storage,
    queue,
    panels,
    title,
    root,
    explain,
    locateToken: whereIs,
    unrecorded,
    access,
  };
  const { tail = new LiveTail(storage) } = options;
  const page = (
    name: string,
    line: string,
    answer: (visit: PageRequest) => HttpResponse | Promise<HttpResponse>,
    requirements?: Readonly<Record<string, string>>,
  ): ProfilerRoute => ({
    ...{ name, line, handle: (input) => enter(input, pages, answer) },
    ...(requirements ? { requirements } : {}),
  });
  return [
    page('_profiler_home', 'GET /_profiler/', ({ links }) => redirect(links.list())),
    page('_profiler_search', 'GET|POST /_profiler/search', searchForm),
    page('_profiler_tail', 'GET /_profiler/tail', (visit) => liveTailPage(visit, tail)),
    page('_profiler_open', 'GET /_profiler/open', (visit) => sourcePage(visit)),
    page('_profiler_open_as', 'GET /_profiler/open.{twin}', (visit) => sourcePage(visit, twinOf(visit)), TWINS),
    page('_profiler_filter', 'GET /_profiler/filter', (visit) => filterPage(visit)),
    page('_profiler_filter_as', 'GET /_profiler/filter.{twin}', (visit) => filterPage(visit, twinOf(visit)), TWINS),
    page('_profiler_words', 'GET /_profiler/words', (visit) => searchSyntaxPage(visit)),
    page('_profiler_words_as', 'GET /_profiler/words.{twin}', (visit) => searchSyntaxPage(visit, twinOf(visit)), TWINS),
    page('_profiler_clear', 'GET|POST /_profiler/clear', (visit) =>
      visit.context.method === 'POST' ? deleteProfiles(visit) : onlyPost('Clearing'),
    ),
    page('_profiler_search_results', 'GET /_profiler/{token}/search/results', (visit) => searchPage(visit)),
    page(
      '_profiler_search_results_as',
      'GET /_profiler/{token}/search/results.{twin}',
      (visit) => searchPage(visit, twinOf(visit)),
      TWINS,
    ),
    page('_profiler_pin', 'POST /_profiler/{token}/pin', pin),
    page('_profiler_unpin', 'POST /_profiler/{token}/unpin', unpin),
    page('_profiler_explain', 'POST /_profiler/{token}/explain', explainPage),
    page('_profiler_export', 'GET /_profiler/{token}/export/{format}', exportPage),
    page('_profiler', 'GET /_profiler/{token}', (visit) => {
      const { name, suffix } = splitSuffix(getPathParameter(visit, 'token'));
      return profilePage(visit, name, suffix);
    }),
  ];
}

const TWINS = { twin: 'json|md' };

function twinOf(visit: PageRequest): Representation {
  return getPathParameter(visit, 'twin') === 'md' ? 'md' : 'json';
}

function enter(
  input: PageInput,
  pages: ProfilerPages,
  answer: (visit: PageRequest) => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  const { context, payload } = input;
  const admission = pages.access.authorize(context);
  const parameters = decompressSearch(new URLSearchParams(context.query));
  const links = new ProfilerLinks(admission.pass, pages.root);
  // A key in an address ends up in histories and screenshots; the pass in its place ends by itself.
  if (admission.shouldRedirect && context.method === 'GET')
    return redirect(`${context.path}?${links.query(parameters)}`, 303);
  parameters.delete('key');
  return answer({ context, payload, pages, links, admission, parameters });
}

function onlyPost(what: string): never {
  throw new MethodNotAllowedError(['POST'], `${what} is asked for by POST`);
}
