import { html } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import { MASK } from 'oriel-core/redaction';
import { NotFoundError, getMessage } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import { getQueries } from '../../../record/findings/queries.ts';
import { toList } from '../../../profile/recorded-values.ts';
import { codeText, formatValue } from '../../panels/value-text.ts';
import { requireProfile, readProfilerForm } from './profile-actions.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse } from '../representation.ts';
import type { Block } from '../../../profile/view-model.ts';
import { note, table } from '../../panels/blocks.ts';

/**
 * Handles `POST /_profiler/{token}/explain` with the field `query`, the id of a span: shows the execution plan of the
 * recorded statement. SQL in the request is never used.
 */
export async function explainPage(request: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(request);
  const { pages, links } = request;
  if (!pages.explain) throw new NotFoundError(NOT_CONFIGURED);
  const { token, profile } = await requireProfile(request);
  const queryId = (form.get('query') ?? '').slice(0, 20);
  const queries = getQueries(toList(profile.data.spans));
  const query = queries.find(({ id }) => String(id) === queryId);
  if (!query)
    throw new NotFoundError(`Profile ${token} has no query "${queryId}"; "query" must be the id of a database span`);

  const { plan, error } = await explainQuery(() => pages.explain!(query.sql, query.parameters.map(toBindable)));
  const back = `${links.profile(token, 'database')}#query-${query.id}`;
  const blocks: readonly Block[] = [
    { kind: 'code', title: 'Statement', language: 'sql', text: query.sql },
    error === undefined ? buildPlanTable(plan) : note('bad', `The database could not explain the statement: ${error}`),
  ];
  return createPageResponse(
    request,
    {
      json: () => ({ token, query: query.id, sql: query.sql, plan, error, link: back }),
      md: () =>
        `# Plan of query ${query.id}\n\n${UNTRUSTED_NOTICE}\n\n${renderBlocksAsMarkdown(blocks)}\n\nQuery: ${span(back)}\n`,
      html: () => ({
        title: `Plan of query ${query.id}`,
        style: PROFILE_PAGE_STYLE,
        content: html`<h1>Execution plan</h1>
          ${renderBlocksAsHtml(blocks)}
          <p><a href="${back}">Back to the queries of ${token}</a></p>`,
      }),
    },
    undefined,
    error === undefined ? 200 : 422,
  );
}

const NOT_CONFIGURED =
  'Execution plans are not configured. Set defineHost({ profiler: { explain: explainQuery(database) } }) with explainQuery from oriel-host/kysely, or a function of your own';

interface Explained {
  readonly plan: readonly Readonly<Record<string, string | number | null>>[];
  readonly error?: string;
}

async function explainQuery(explain: () => Promise<readonly Readonly<Record<string, unknown>>[]>): Promise<Explained> {
  try {
    const rows = await explain();
    const plain = (value: unknown) => (typeof value === 'number' || value === null ? value : formatValue(value));
    return {
      plan: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    };
  } catch (error) {
    return { plan: [], error: getMessage(error) };
  }
}

function buildPlanTable(plan: Explained['plan']): Block {
  const columns = [...new Set(plan.flatMap((row) => Object.keys(row)))];
  return table(
    'Plan',
    columns,
    plan.map((row) => ({ cells: columns.map((name) => codeText(row[name] ?? '')) })),
    { empty: 'The database returned no plan.' },
  );
}

// Masked values count as null; the plan rarely depends on them.
function toBindable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(MASK) ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
