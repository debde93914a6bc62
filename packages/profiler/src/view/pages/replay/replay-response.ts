import { html, printableLine } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import { reasonPhrase } from 'oriel-core/http';
import type { Block } from '../../../profile/view-model.ts';
import { decodeBody } from '../../../record/decode-body.ts';
import { Redactor } from '../../../record/redaction/redactor.ts';
import { buildBodyBlocks } from '../../panels/body-blocks.ts';
import { facts, note } from '../../panels/blocks.ts';
import { formatPairs } from '../../panels/value-text.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { renderBlocksAsJson } from '../../render/blocks-json.ts';
import { renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { getStatusTone } from '../../render/format.ts';
import type { PreparedReplay } from '../../replay/prepare-replay.ts';
import type { ReplayResponse } from '../../replay/send-replay.ts';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import type { Representations } from '../representation.ts';

/** Returns the representations of a response that has no profile: its status, headers and body, with secrets masked. */
export function representReplayResponse(
  sent: PreparedReplay,
  response: ReplayResponse,
  { links, pages }: PageRequest,
): Representations {
  const { status, headers } = response;
  const { recordedToken: token, method } = sent;
  const title = `${status} ${reasonPhrase(status)}`.trimEnd();
  const redactor = new Redactor();
  const path = redactor.url(sent.target);
  const shown = redactor.headers(headers).slice(0, MAX_HEADERS);
  const blocks = buildBlocks(response, shown, redactor, links.forPanels(token));
  return {
    json: () => ({ title, of: token, status, headers: shown, blocks: renderBlocksAsJson(blocks) }),
    md: () => `# ${title}\n\n${span(`${method} ${path}`)}\n\n${renderBlocksAsMarkdown(blocks)}\n`,
    html: () => ({
      title: `${title} – ${method} ${path.slice(0, 80)}`,
      style: PROFILE_PAGE_STYLE,
      trouble: describeTrouble(pages),
      content: html`<section class="summary ${getStatusTone(status)}" aria-label="Summary">
          <div class="title">
            <h1><b>${printableLine(method, 20)}</b> ${printableLine(path, 1_000)}</h1>
            <p class="outcome"><span class="pill ${getStatusTone(status)}">${title}</span></p>
            <div class="buttons">
              <a class="button" href="${links.to(`/${token}/replay/edit`)}">Edit and send</a>
              <a class="button" href="${links.profile(token)}">Recorded profile</a>
            </div>
          </div>
        </section>
        <section class="panel" aria-labelledby="panel">
          <h2 id="panel">Response</h2>
          ${renderBlocksAsHtml(blocks, { pagesPath: links.path })}
        </section>`,
    }),
  };
}

const MAX_HEADERS = 100;
const MAX_BODY_BYTES = 14_000;
// Secrets are masked before the body is cut.
const MAX_DECODED_BYTES = 1_000_000;

function buildBlocks(
  { headers, body, isPartial, failure }: ReplayResponse,
  shown: readonly (readonly [string, string])[],
  redactor: Redactor,
  links: Parameters<typeof buildBodyBlocks>[3],
): Block[] {
  const find = (name: string): string | undefined => headers.find(([other]) => other.toLowerCase() === name)?.[1];
  const token = find('x-debug-token');
  const decoded = decodeBody(body, find('content-encoding') ?? '', !isPartial, MAX_DECODED_BYTES);
  const recorded = redactor.body(decoded?.bytes ?? body, find('content-type'), MAX_BODY_BYTES, decoded?.size);
  // The links of a body are those of the recorded response.
  const { body: _, ...withoutBody } = links;
  return [
    note(
      'info',
      token === undefined
        ? 'The response has no profile to compare with: the application did not record it.'
        : 'The response has no profile to compare with: it is not in the store of these pages.',
    ),
    ...(failure === undefined ? [] : [note('bad', `The response is not complete: ${failure.message}.`)]),
    ...(isPartial && failure === undefined ? [note('warning', 'Only a part of the body was read.')] : []),
    { kind: 'heading', text: 'Body' },
    ...buildBodyBlocks(recorded, 'response', 'The response had no body.', withoutBody),
    { kind: 'heading', text: 'Headers' },
    { ...facts(formatPairs(shown)), empty: 'No headers were sent.' },
  ];
}
