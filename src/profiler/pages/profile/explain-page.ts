import { html } from '../../../core/errors/html.ts';
import { span } from '../../../core/errors/error-markdown.ts';
import { MASK } from '../../../core/http/sensitive.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { messageOf } from '../../../core/http/problem.ts';
import type { HttpResponse } from '../../../core/http/response.ts';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import { getQueries } from '../../panels/query-groups.ts';
import { toList, codeText, formatValue } from '../../panels/recorded-values.ts';
import { requireToken, readProfilerForm } from './profile-actions.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Block } from '../../panels/view-model.ts';

/**
 * `POST /_profiler/{token}/explain` with `query`, the id of a span: how the database would run that statement. What was
 * recorded is explained and nothing that the form brings along.
 */
export async function explainPage(visit: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(visit);
  const { pages, links, context } = visit;
  if (!pages.explain) throw new NotFoundError(NOT_CONFIGURED);
  const token = requireToken(visit);
  const wanted = (form.get('query') ?? '').slice(0, 20);
  const queries = getQueries(toList(pages.storage.read(token)?.data.spans));
  const query = queries.find(({ id }) => String(id) === wanted);
  if (!query) throw new NotFoundError(`Profile ${token} has no query "${wanted}"; send the id of a span as "query"`);

  const { plan, error } = await attempt(() => pages.explain!(query.sql, query.parameters.map(bindable)));
  const back = `${links.profile(token, 'database')}#query-${query.id}`;
  const blocks: readonly Block[] = [
    { kind: 'code', title: 'Statement', language: 'sql', text: query.sql },
    error === undefined ? planTable(plan) : { kind: 'note', tone: 'bad', text: `It cannot be explained: ${error}` },
  ];
  return createPageResponse(
    {
      json: () => ({ token, query: query.id, sql: query.sql, plan, error, link: back }),
      md: () =>
        `# Plan of query ${query.id}\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}\n\nOf ${span(back)}\n`,
      html: (nonce) =>
        renderPage({
          ...{ title: `Plan of query ${query.id}`, host: pages.title, links, nonce, style: PROFILE_PAGE_STYLE },
          content: html`<h1>How the database would run it</h1>
            ${renderBlocksAsHtml(blocks)}
            <p><a href="${back}">Back to the queries of ${token}</a></p>`,
        }),
    },
    negotiateRepresentation(context, undefined),
    error === undefined ? 200 : 422,
  );
}

const NOT_CONFIGURED =
  'Nobody here can explain a statement. Say who: defineHost({ profiler: { explain: explainQuery(database) } }), with explainQuery from oriel/kysely or a function of your own';

interface Explained {
  readonly plan: readonly Readonly<Record<string, string | number | null>>[];
  readonly error?: string;
}

async function attempt(explain: () => Promise<readonly Readonly<Record<string, unknown>>[]>): Promise<Explained> {
  try {
    const rows = await explain();
    const plain = (value: unknown) => (typeof value === 'number' || value === null ? value : formatValue(value));
    return {
      plan: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    };
  } catch (error) {
    return { plan: [], error: messageOf(error) };
  }
}

function planTable(plan: Explained['plan']): Block {
  const columns = [...new Set(plan.flatMap((row) => Object.keys(row)))];
  return {
    kind: 'table',
    title: 'Plan',
    columns,
    rows: plan.map((row) => ({ cells: columns.map((name) => codeText(row[name] ?? '')) })),
    empty: 'The database has nothing to say on it.',
  };
}

// What was masked or shortened is not what was bound; the plan rarely depends on it.
function bindable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(MASK) ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
