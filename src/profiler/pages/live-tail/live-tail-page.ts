import { HttpResponse } from '../../../core/http/response.ts';
import { ServiceUnavailableError } from '../../../core/http/errors.ts';
import { readQueryParameters } from '../../search/query-parameters.ts';
import type { ProfileSummary } from '../../profile.ts';
import type { LiveTail } from './live-tail.ts';
import { classifyBackgroundRequest } from '../search/background-requests.ts';
import type { PageRequest } from '../page-request.ts';
import { SECURITY_HEADERS, createPageResponse, negotiateRepresentation } from '../representation.ts';
import { representInvalidSearch } from '../search/invalid-search.ts';
import { renderSearchRow } from '../search/search-row.ts';
import { renderRestartRow } from '../search/search-table.ts';

/**
 * `/_profiler/tail`: new rows as server-sent events, for the list and for programs. Each `row` is the index row as JSON,
 * with `html` when `html=1`; its id is the token, so that a reader who lost the connection goes on where it was.
 */
export function liveTailPage(visit: PageRequest, tail: LiveTail): HttpResponse {
  const { context, parameters } = visit;
  const read = readQueryParameters(parameters);
  if ('issues' in read)
    return createPageResponse(
      representInvalidSearch({ text: parameters.get('q') ?? '', issues: read.issues }, visit),
      negotiateRepresentation(context, 'json'),
      400,
    );
  const headers = ['Content-Type', 'text/event-stream; charset=utf-8', ...SECURITY_HEADERS];
  if (context.method === 'HEAD') return new HttpResponse(200, headers);
  if (tail.isFull)
    throw new ServiceUnavailableError('Too many are listening to the live rows already', {
      headers: { 'Retry-After': '5' },
    });

  const { query } = read;
  const after = context.headers.get('last-event-id') ?? parameters.get('after') ?? undefined;
  const write = writerFor(visit);
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => controller.enqueue(ENCODER.encode(text));
      send('retry: 2000\n\n');
      // Proxies and browsers give up on a connection that says nothing.
      const beat = setInterval(() => send(': \n\n'), BEAT).unref();
      const finish = (): void => {
        stop();
        controller.close();
      };
      const forget = tail.subscribe(
        {
          query,
          onEnd: finish,
          onRows(rows) {
            // A reader that has stopped reading gets what it misses when it comes back.
            if ((controller.desiredSize ?? 0) < -MOST_UNREAD) return finish();
            for (const row of rows) send(`event: row\nid: ${row.token}\ndata: ${JSON.stringify(write(row))}\n\n`);
          },
        },
        after,
      );
      stop = () => {
        stop = () => {};
        clearInterval(beat);
        forget();
        context.incoming.signal.removeEventListener('abort', finish);
      };
      context.incoming.signal.addEventListener('abort', finish, { once: true });
    },
    cancel: () => stop(),
  });
  return new HttpResponse(200, headers, body);
}

const ENCODER = new TextEncoder();
const BEAT = 15_000;
const MOST_UNREAD = 500;

function writerFor({ parameters, links }: PageRequest): (row: ProfileSummary) => object {
  if (parameters.get('html') !== '1') return (row) => ({ ...row, link: links.profile(row.token) });
  const text = parameters.get('q') ?? '';
  let longest = 0;
  return (row) => {
    longest = Math.max(longest, row.duration);
    return {
      token: row.token,
      noise: text === '' ? classifyBackgroundRequest(row) : undefined,
      boot: row.boot,
      rule: renderRestartRow(row).toString(),
      html: renderSearchRow(row, { links, longest, now: Date.now() }).toString(),
    };
  };
}
