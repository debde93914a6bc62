import { html } from 'oriel-core/errors';
import { NotFoundError } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import type { Block } from '../../../profile/view-model.ts';
import type { Profile, ProfileSummary } from '../../../profile/profile.ts';
import { toShownSummary } from '../../../profile/visitor.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { renderBlocksAsMarkdown, UNTRUSTED_NOTICE } from '../../render/blocks-markdown.ts';
import { formatMilliseconds, formatStatusCode, formatTimeOfDay, getStatusTone } from '../../render/format.ts';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { WATERFALL_PAGE_STYLE } from '../assets/page-styles.ts';
import { describeTrouble, getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { getAlternateUrls } from '../search/search-html.ts';
import { buildTraceWaterfall } from './trace-rows.ts';
import { metrics, numberColumn, table } from '../../panels/blocks.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/** Handles `/_profiler/trace/{id}`: all stored requests of a trace as one waterfall, over processes and services. */
export async function tracePage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const { pages, links, context, parameters } = request;
  const id = getPathParameter(request, 'id');
  const { profiles, hasMore } = await findTrace(pages.storage, id);
  if (profiles.length === 0) throw new NotFoundError(`No stored profile belongs to the trace ${id}.`);
  const { rows, total } = buildTraceWaterfall(profiles, (token) => links.profile(token));
  const summaries = profiles.map(({ summary }) => summary);
  const blocks = buildBlocks(profiles, rows, total, links);
  const title = `Trace ${id}`;
  return createPageResponse(
    request,
    {
      json: () => ({
        title,
        traceId: id,
        total,
        hasMore,
        profiles: summaries.map((summary) => ({ ...toShownSummary(summary), link: links.profile(summary.token) })),
        rows,
      }),
      md: () => `# ${title}\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}\n`,
      html: () => ({
        title,
        style: WATERFALL_PAGE_STYLE,
        script: PROFILE_PAGE_SCRIPT,
        alternates: getAlternateUrls(context.path, links.query(parameters)),
        trouble: describeTrouble(pages),
        content: html`<section class="code">
          <h1>Trace <code>${id}</code></h1>
          <p>
            <a href="${links.list(new URLSearchParams({ q: `trace:${id}`, limit: '100' }))}">Requests in the list</a>
          </p>
          ${hasMore && html`<p class="quiet">Only the newest ${summaries.length} requests are shown.</p>`}
          ${renderBlocksAsHtml(blocks, { formToken: pages.access.formToken, pagesPath: links.path })}
        </section>`,
      }),
    },
    suffix,
  );
}

function buildBlocks(
  profiles: readonly Profile[],
  rows: ReturnType<typeof buildTraceWaterfall>['rows'],
  total: number,
  links: ProfilerLinks,
): readonly Block[] {
  const summaries = profiles.map(({ summary }) => summary);
  const count = (key: (summary: ProfileSummary) => unknown): number => new Set(summaries.map(key)).size;
  return [
    metrics([
      ['Total time', formatMilliseconds(total)],
      ['Requests', summaries.length],
      ['Applications', count(({ app }) => app)],
      ['Processes', count(({ boot }) => boot)],
    ]),
    { kind: 'waterfall', total, rows },
    table(
      'Requests',
      ['Status', 'Application', 'Method', 'URL', numberColumn('ms'), 'Process', 'Time', 'Token'],
      summaries.map(({ status, app, method, url, duration, pid, time, token }) => ({
        cells: [
          { text: formatStatusCode(status), tone: getStatusTone(status), badge: true },
          app,
          method,
          { text: url, mono: true },
          duration.toFixed(2),
          pid,
          formatTimeOfDay(time),
          { text: token, mono: true, href: links.profile(token) },
        ],
      })),
    ),
  ];
}

// The newest profiles of a trace, the oldest first.
async function findTrace(storage: ProfileStorage, traceId: string) {
  const query: ProfileQuery = {
    ...DEFAULT_QUERY,
    terms: [{ field: 'traceId', operator: 'is', value: traceId, negated: false }],
    limit: MAX_PROFILES,
  };
  const tokens: string[] = [];
  let found = await storage.find(query);
  for (let round = 1; ; round++) {
    tokens.push(...found.rows.map(({ token }) => token));
    if (found.next === undefined || tokens.length >= MAX_PROFILES || round === MAX_ROUNDS) break;
    found = await storage.find({ ...query, cursor: found.next });
  }
  const profiles: Profile[] = [];
  for (const token of tokens.slice(0, MAX_PROFILES)) {
    const profile = await storage.read(token);
    if (profile !== undefined) profiles.unshift(profile);
  }
  return { profiles, hasMore: found.next !== undefined };
}

const MAX_PROFILES = 100;
// A search stops after a time limit; this bounds the time of a page in a large store.
const MAX_ROUNDS = 12;
