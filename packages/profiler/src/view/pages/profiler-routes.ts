import type { HttpContext } from 'oriel-core/http';
import { ForbiddenError, MethodNotAllowedError, HttpResponse } from 'oriel-core/http';
import { COMPARED_TOKENS, compareForm, comparePage } from './compare/compare-page.ts';
import { explainPage } from './profile/explain-page.ts';
import { exportPage } from './profile/export-page.ts';
import { filterPage } from './search/filter-page.ts';
import { PAGES_PATH } from '../pages-path.ts';
import { LiveTail } from './live-tail/live-tail.ts';
import { decompressSearch } from './search/compressed-search.ts';
import { profilePage } from './profile/profile-page.ts';
import { deleteProfiles, pin, unpin } from './profile/profile-actions.ts';
import { ProfilerAccess } from './access/profiler-access.ts';
import type { Admission, ProfilerAccessOptions } from './access/profiler-access.ts';
import { readSignInForm, signInPage } from './access/sign-in-page.ts';
import { ProfilerLinks } from './profiler-links.ts';
import { getPathParameter } from './page-request.ts';
import type { PageInput, ProfilerPages, PageRequest } from './page-request.ts';
import { redirect, splitSuffix } from './representation.ts';
import type { Representation } from './representation.ts';
import { replayFormPage, replayPage } from './replay/replay-page.ts';
import { routesPage } from './routes/routes-page.ts';
import { searchForm } from './search/search-form.ts';
import { searchPage } from './search/search-page.ts';
import { sourcePage } from './profile/source-page.ts';
import { tracePage } from './trace/trace-page.ts';
import { liveTailPage } from './live-tail/live-tail-page.ts';
import { searchSyntaxPage } from './search/search-syntax-page.ts';

export interface ProfilerRoutesOptions
  extends Omit<ProfilerPages, 'access' | 'path' | 'unrecorded'>, Pick<ProfilerAccessOptions, 'key' | 'keyOnly'> {
  /** The path of the pages. Default: `/_profiler`. */
  readonly path?: string;
  /** Returns the number of requests that could not be recorded. Default: 0. */
  readonly unrecorded?: () => number;
  /** A live tail that the caller closes when the host stops; open event streams would delay the stop. */
  readonly tail?: LiveTail;
  /** Replaces `key` and `keyOnly`; lets the caller print a one-time link. */
  readonly access?: ProfilerAccess;
}

export interface ProfilerRoute {
  readonly name: string;
  readonly line: string;
  readonly requirements?: Readonly<Record<string, string>>;
  readonly handle: (input: PageInput) => HttpResponse | Promise<HttpResponse>;
}

/**
 * Creates the routes of the profiler's pages. Each authorizes the request before it runs its page.
 */
export function createProfilerRoutes(options: ProfilerRoutesOptions): readonly ProfilerRoute[] {
  const { key, keyOnly, access = new ProfilerAccess({ key, keyOnly }), tail, path = PAGES_PATH, ...rest } = options;
  const pages: ProfilerPages = { unrecorded: () => 0, ...rest, path, access };
  const liveTail = tail ?? new LiveTail(rest.storage);
  const page = (
    name: string,
    line: string,
    render: (request: PageRequest) => HttpResponse | Promise<HttpResponse>,
    requirements?: Readonly<Record<string, string>>,
  ): ProfilerRoute => ({
    name,
    line,
    handle: (input) => handlePage(input, pages, render),
    ...(requirements ? { requirements } : {}),
  });
  // The page, and its representations by the suffix of the path.
  const pageInFormats = (
    name: string,
    suffix: string,
    render: (request: PageRequest, format?: Representation) => HttpResponse | Promise<HttpResponse>,
    requirements?: Readonly<Record<string, string>>,
  ): ProfilerRoute[] => [
    page(name, `GET ${path}${suffix}`, (request) => render(request), requirements),
    page(`${name}_as`, `GET ${path}${suffix}.{format}`, (request) => render(request, getFormat(request)), {
      ...requirements,
      ...FORMATS,
    }),
  ];
  return [
    { name: '_profiler_sign_in', line: `POST ${path}/sign-in`, handle: (input) => handleSignIn(input, pages) },
    page('_profiler_home', `GET ${path}/`, ({ links }) => redirect(links.list())),
    page('_profiler_search', `GET|POST ${path}/search`, searchForm),
    page('_profiler_tail', `GET ${path}/tail`, (request) => liveTailPage(request, liveTail)),
    ...pageInFormats('_profiler_open', '/open', sourcePage),
    ...pageInFormats('_profiler_filter', '/filter', filterPage),
    ...pageInFormats('_profiler_search_syntax', '/search-syntax', searchSyntaxPage),
    ...pageInFormats('_profiler_routes', '/routes', routesPage),
    ...pageInFormats('_profiler_trace', '/trace/{id}', tracePage, { id: '[0-9a-f]{32}' }),
    page('_profiler_compare_ticked', `GET ${path}/compare`, compareForm),
    page('_profiler_compare', `GET ${path}/{before}..{after}`, comparePage, COMPARED_TOKENS),
    page('_profiler_compare_as', `GET ${path}/{before}..{after}.{format}`, comparePage, {
      ...COMPARED_TOKENS,
      format: 'json|md|html',
    }),
    page('_profiler_clear', `GET|POST ${path}/clear`, (request) =>
      request.context.method === 'POST' ? deleteProfiles(request) : rejectOtherMethods(),
    ),
    ...pageInFormats('_profiler_search_results', '/{token}/search/results', searchPage),
    page('_profiler_pin', `POST ${path}/{token}/pin`, pin),
    page('_profiler_unpin', `POST ${path}/{token}/unpin`, unpin),
    page('_profiler_replay', `POST ${path}/{token}/replay`, replayPage),
    ...pageInFormats('_profiler_replay_edit', '/{token}/replay/edit', replayFormPage),
    page('_profiler_explain', `POST ${path}/{token}/explain`, explainPage),
    page('_profiler_export', `GET ${path}/{token}/export/{format}`, exportPage),
    page('_profiler', `GET ${path}/{token}`, (request) => {
      const { name, suffix } = splitSuffix(getPathParameter(request, 'token'));
      return profilePage(request, name, suffix);
    }),
  ];
}

const FORMATS = { format: 'json|md' };

function getFormat(request: PageRequest): Representation {
  return getPathParameter(request, 'format') === 'md' ? 'md' : 'json';
}

function handlePage(
  input: PageInput,
  pages: ProfilerPages,
  render: (request: PageRequest) => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  const { context, payload } = input;
  const admission = authorize(input, pages);
  if (admission instanceof HttpResponse) return admission;
  const parameters = decompressSearch(new URLSearchParams(context.query));
  const links = new ProfilerLinks(admission.pass, pages.root, pages.editor, pages.path);
  // A key in a URL remains in histories and screenshots. A redirect replaces it by a pass, which expires.
  if (admission.shouldRedirect && context.method === 'GET')
    return redirect(`${context.path}?${links.query(parameters)}`, 303);
  parameters.delete('key');
  return render({ context, payload, pages, links, admission, parameters });
}

// A person in a browser can enter the key; programs get the error.
function authorize({ context }: PageInput, pages: ProfilerPages): Admission | HttpResponse {
  try {
    return pages.access.authorize(context);
  } catch (error) {
    if (!(error instanceof ForbiddenError) || !isPageOfBrowser(context)) throw error;
    return signInPage(context, pages, error.message);
  }
}

function isPageOfBrowser({ method, headers }: HttpContext): boolean {
  return method === 'GET' && /text\/html/i.test(headers.get('accept') ?? '');
}

async function handleSignIn({ context, payload }: PageInput, pages: ProfilerPages): Promise<HttpResponse> {
  const { key, next } = await readSignInForm(payload);
  try {
    const links = new ProfilerLinks(pages.access.signIn(context, key), pages.root, pages.editor, pages.path);
    return redirect(
      next.startsWith(`${pages.path}/`) && !next.includes('\\') ? links.withPass(next) : links.list(),
      303,
    );
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    return signInPage(context, pages, error.message, next);
  }
}

function rejectOtherMethods(): never {
  throw new MethodNotAllowedError(['POST'], 'Delete profiles with POST');
}
