import { html, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { BadRequestError, HttpResponse } from 'oriel-core/http';
import { buildComparisonBlocks } from '../../compare/comparison-blocks.ts';
import {
  exportComparisonData,
  exportComparisonHtml,
  exportComparisonMarkdown,
} from '../../compare/comparison-documents.ts';
import { compareProfiles, formatRange } from '../../compare/comparison.ts';
import type { Comparison } from '../../compare/comparison.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { formatDateTime, formatStatusCode, getStatusTone } from '../../render/format.ts';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import type { PageLayout } from '../page-layout.ts';
import { describeTrouble, getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { respondMissingProfile } from '../profile/missing-profile.ts';
import { findProfile } from '../profile/profile-page.ts';
import { SECURITY_HEADERS, createPageResponse, redirect } from '../representation.ts';
import { getAlternateUrls } from '../search/search-html.ts';

/** Handles `/_profiler/{before}..{after}`: what differs between two requests. As `html` it is a file to download. */
export async function comparePage(request: PageRequest): Promise<HttpResponse> {
  const { pages } = request;
  const format = getPathParameter(request, 'format');
  const suffix = format === 'json' || format === 'md' ? format : undefined;
  const tokens = [getPathParameter(request, 'before'), getPathParameter(request, 'after')] as const;
  const [before, after] = [await findProfile(request, tokens[0]), await findProfile(request, tokens[1])];
  if (before === undefined || after === undefined)
    return await respondMissingProfile(request, tokens[before === undefined ? 0 : 1], suffix);
  const comparison = await compareProfiles(pages.storage, before, after, pages.root);
  if (format === 'html') return createFile(comparison);
  return createPageResponse(
    request,
    {
      json: () => exportComparisonData(comparison),
      md: () => exportComparisonMarkdown(comparison),
      html: () => renderComparison(comparison, request),
    },
    suffix,
  );
}

/**
 * Handles `/_profiler/compare?with=a1b2c3&with=d4e5f6`, the rows that are ticked in the list. Redirects to the comparison of the older
 * with the newer one.
 *
 * @throws {BadRequestError} if there are not exactly two tokens
 */
export async function compareForm(request: PageRequest): Promise<HttpResponse> {
  const { parameters, pages, links } = request;
  const tokens = [...new Set(parameters.getAll('with'))];
  if (tokens.length !== 2)
    throw new BadRequestError(`${tokens.length} requests are ticked; tick two requests of the list to compare them`);
  const found: ProfileSummary[] = [];
  for (const token of tokens) {
    const profile = /^[0-9a-f]{6}$/.test(token) ? await pages.storage.read(token) : undefined;
    if (profile === undefined) return await respondMissingProfile(request, token);
    found.push(profile.summary);
  }
  const [older, newer] = found.toSorted((one, other) => one.time - other.time);
  return redirect(links.comparison(older!.token, newer!.token), 303);
}

export const COMPARED_TOKENS = { before: '[0-9a-f]{6}|latest', after: '[0-9a-f]{6}|latest' };

// The rest of a page of 40 KB is style and script.
const MAX_ROW_BYTES = 10_000;

function createFile(comparison: Comparison): HttpResponse {
  const { before, after } = comparison;
  const headers = [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Security-Policy',
    "default-src 'none'; sandbox",
    'Content-Disposition',
    `attachment; filename="comparison-${before.token}-${after.token}.html"`,
  ];
  return new HttpResponse(200, [...headers, ...SECURITY_HEADERS], exportComparisonHtml(comparison));
}

function renderComparison(comparison: Comparison, { pages, links }: PageRequest): PageLayout {
  const { before, after } = comparison;
  const path = `/${before.token}..${after.token}`;
  const { md } = getAlternateUrls(links.path + path, links.query(new URLSearchParams()));
  const blocks = buildComparisonBlocks(comparison, links.forPanels(after.token), MAX_ROW_BYTES);
  return {
    title: `${before.token} → ${after.token}`,
    style: PROFILE_PAGE_STYLE,
    alternates: getAlternateUrls(links.path + path, links.query(new URLSearchParams())),
    trouble: describeTrouble(pages),
    content: html`<section class="summary ${getStatusTone(after.status)}" aria-label="Compared requests">
        <div class="title">
          <h1><b>${printableLine(after.method, 20)}</b> ${printableLine(after.path, 1_000)}</h1>
          <p class="outcome">
            <strong title="Duration">${formatRange(before.duration, after.duration, ' → ')}</strong>
          </p>
          <div class="buttons">
            <a class="button" href="${links.comparison(after.token, before.token)}">Swap</a>
            <a class="button" href="${md}">Markdown</a>
            <a class="button" href="${links.to(`${path}.html`)}" download>HTML file</a>
          </div>
        </div>
        <div class="meta">
          <dl>${[renderRequest('Before', before, links), renderRequest('After', after, links)]}</dl>
        </div>
      </section>
      <section class="panel" aria-labelledby="panel">
        <h2 id="panel">Differences</h2>
        ${renderBlocksAsHtml(blocks, { pagesPath: links.path, editorLink: links.editorLink(undefined) })}
      </section>`,
  };
}

function renderRequest(label: string, { token, status, time, app }: ProfileSummary, links: PageRequest['links']): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <a href="${links.profile(token)}"><code>${token}</code></a>
      <span class="${getStatusTone(status)}">${formatStatusCode(status)}</span> ${formatDateTime(time)}
      ${typeof app === 'string' && printableLine(app, 80)}
    </dd>
  </div>`;
}
