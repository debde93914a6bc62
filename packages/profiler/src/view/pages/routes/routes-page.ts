import { html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import { readQueryParameters } from '../../../store/search/query-parameters.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import type { Block } from '../../../profile/view-model.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import { facts } from '../../panels/blocks.ts';
import { compareRoutes } from '../../routes/compare-routes.ts';
import { groupByRoute } from '../../routes/group-by-route.ts';
import { ROUTE_ORDERS, buildRouteBlocks, buildRoutesJson, shortenText } from '../../routes/route-blocks.ts';
import { buildRouteComparison, buildRouteComparisonJson } from '../../routes/route-comparison-blocks.ts';
import type { RouteOrder } from '../../routes/route-blocks.ts';
import { summarizeRoutes } from '../../routes/summarize-routes.ts';
import { ROUTES_PAGE_STYLE } from '../assets/page-styles.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { LIST_LIMIT } from '../profiler-links.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { respondInvalidSearch } from '../search/invalid-search.ts';
import { getAlternateUrls } from '../search/search-html.ts';

/**
 * Handles `/_profiler/routes`: which routes cost most, of all requests or of those that match a search. With `compare`, it shows how they
 * differ from those of another search.
 */
export async function routesPage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const { pages, links, parameters } = request;
  const text = parameters.get('q') ?? '';
  const order = ROUTE_ORDERS.find((routeOrder) => routeOrder === parameters.get('sort')) ?? 'time';
  const read = readQueryParameters(new URLSearchParams({ q: text }));
  if ('issues' in read) return respondInvalidSearch(read.issues, request, suffix, text);
  const compared = parameters.get('compare');
  if (compared !== null) return await compareRoutesPage(request, suffix, read.query, compared);
  const summary = await summarizeRoutes(pages.storage, read.query);
  const list = (search: string, sort?: string): string =>
    links.list(
      new URLSearchParams({
        q: `${text} ${search}`.trim(),
        ...(sort === undefined ? {} : { sort }),
        limit: LIST_LIMIT,
      }),
    );
  const showsAll = parameters.get('limit') === 'all';
  const page = (sort: RouteOrder, all: boolean): string => {
    const wanted = { q: text, sort: sort === 'time' ? '' : sort, limit: all ? 'all' : '' };
    return links.to('/routes', new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')));
  };
  return respondRoutes(
    request,
    suffix,
    TITLE,
    () => buildRoutesJson(summary, order),
    (maxBytes) =>
      buildRouteBlocks(summary, {
        order,
        list,
        ...(maxBytes === undefined ? {} : { page, maxBytes: showsAll ? Infinity : maxBytes }),
      }),
  );
}

// The routes of `q`, compared with those of `compare`, which are read first.
async function compareRoutesPage(
  request: PageRequest,
  suffix: Representation | undefined,
  query: ProfileQuery,
  compared: string,
): Promise<HttpResponse> {
  const { pages, links, parameters } = request;
  const read = readQueryParameters(new URLSearchParams({ q: compared }));
  if ('issues' in read) return respondInvalidSearch(read.issues, request, suffix, compared);
  const text = parameters.get('q') ?? '';
  const before = await groupByRoute(pages.storage, read.query);
  const comparison = compareRoutes(before, await groupByRoute(pages.storage, query));
  const list = (search: string, side: 'before' | 'after'): string =>
    links.list(
      new URLSearchParams({ q: `${side === 'before' ? compared : text} ${search}`.trim(), limit: LIST_LIMIT }),
    );
  const routes = (q: string): string => links.to('/routes', new URLSearchParams({ q }));
  const build = (maxBytes?: number): readonly Block[] => [
    ...buildRouteComparison(comparison, { list, ...(maxBytes === undefined ? {} : { maxBytes }) }),
    facts([
      ['Before', { text: describeSearch(compared), href: routes(compared) }],
      ['After', { text: describeSearch(text), href: routes(text) }],
    ]),
  ];
  const json = () => ({ compare: compared, ...buildRouteComparisonJson(comparison) });
  return respondRoutes(request, suffix, COMPARED_TITLE, json, build);
}

/** @param build returns the blocks; without a maximum size those of a document without links between pages */
function respondRoutes(
  request: PageRequest,
  suffix: Representation | undefined,
  title: string,
  json: () => object,
  build: (maxBytes?: number) => readonly Block[],
): HttpResponse {
  const { pages, links, context, parameters } = request;
  const search = parameters.get('q') ?? '';
  return createPageResponse(
    request,
    {
      json: () => ({ title, search, ...json() }),
      md: () => `# ${title}\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(build())}\n`,
      html: () => ({
        title,
        style: ROUTES_PAGE_STYLE,
        search,
        alternates: getAlternateUrls(context.path, links.query(parameters)),
        trouble: describeTrouble(pages),
        content: html`<section class="routes">
          <h1>${title}</h1>
          ${renderBlocksAsHtml(build(MAX_BYTES))}
        </section>`,
      }),
    },
    suffix,
  );
}

function describeSearch(search: string): string {
  return search.trim() === '' ? 'all requests' : shortenText(search);
}

const TITLE = 'Routes';
const COMPARED_TITLE = 'Changes of routes';
const MAX_BYTES = 19_000;
