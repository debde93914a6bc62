import { HttpResponse } from '../../../core/http/response.ts';
import { ServiceUnavailableError } from '../../../core/http/errors.ts';
import { readQueryParameters } from '../../search/query-parameters.ts';
import type { ProfileSummary } from '../../profile.ts';
import { hasSeveralMachines } from '../search/describe-losses.ts';
import type { LiveTail } from './live-tail.ts';
import { classifyBackgroundRequest } from '../search/background-requests.ts';
import type { PageRequest } from '../page-request.ts';
import { SECURITY_HEADERS, createPageResponse, negotiateRepresentation } from '../representation.ts';
import { representInvalidSearch } from '../search/invalid-search.ts';
import { renderSearchRow } from '../search/search-row.ts';
import { renderRestartRow } from '../search/search-table.ts';
import { clearInterval, Date, JSON, setInterval } from '../../../core/builtins/globals.ts';

/**
 * Handles `/_profiler/tail`: new rows as server-sent events. The data of each `row` event is the summary as JSON, or a
 * rendered row with `html=1`. The event id is the token, so that clients resume after a lost connection.
 */
export async function liveTailPage(request: PageRequest, tail: LiveTail): Promise<HttpResponse> {
  const { context, parameters } = request;
  const read = readQueryParameters(parameters);
  if ('issues' in read)
    return createPageResponse(
      representInvalidSearch(read.issues, request),
      negotiateRepresentation(context, 'json'),
      400,
    );
  const headers = ['Content-Type', 'text/event-stream; charset=utf-8', ...SECURITY_HEADERS];
  if (context.method === 'HEAD') return new HttpResponse(200, headers);
  const showsMachines = hasSeveralMachines(await request.pages.storage.overview?.());
  if (tail.isFull)
    throw new ServiceUnavailableError('Too many clients receive live rows; close some lists or try again later', {
      headers: { 'Retry-After': '5' },
    });

  const { query } = read;
  const after = context.headers.get('last-event-id') ?? parameters.get('after') ?? undefined;
  const serialize = createRowSerializer(request, showsMachines);
  let stop = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => controller.enqueue(ENCODER.encode(text));
      send('retry: 2000\n\n');
      // Keeps proxies and browsers from closing an idle connection.
      const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS).unref();
      const finish = (): void => {
        stop();
        controller.close();
      };
      const unsubscribe = tail.subscribe(
        {
          query,
          onEnd: finish,
          onRows(rows) {
            // A client that stopped reading receives the missed rows when it reconnects.
            if ((controller.desiredSize ?? 0) < -MAX_BUFFERED_EVENTS) return finish();
            for (const row of rows) send(`event: row\nid: ${row.token}\ndata: ${JSON.stringify(serialize(row))}\n\n`);
          },
        },
        after,
      );
      stop = () => {
        stop = () => {};
        clearInterval(heartbeat);
        unsubscribe();
        context.incoming.signal.removeEventListener('abort', finish);
      };
      context.incoming.signal.addEventListener('abort', finish, { once: true });
    },
    cancel: () => stop(),
  });
  return new HttpResponse(200, headers, body);
}

const ENCODER = new TextEncoder();
const HEARTBEAT_MS = 15_000;
const MAX_BUFFERED_EVENTS = 500;

function createRowSerializer(
  { parameters, links, pages }: PageRequest,
  showsMachines: boolean,
): (row: ProfileSummary) => object {
  if (parameters.get('html') !== '1') return (row) => ({ ...row, link: links.profile(row.token) });
  const hidesBackground = (parameters.get('q') ?? '') === '' && parameters.get('background') !== 'show';
  const shown = { showsApplications: pages.showsApplications, showsMachines };
  let longest = 0;
  return (row) => {
    longest = Math.max(longest, row.duration);
    return {
      token: row.token,
      background: hidesBackground ? classifyBackgroundRequest(row) : undefined,
      boot: row.boot,
      weight: row.weight,
      rule: renderRestartRow(row, shown).toString(),
      html: renderSearchRow(row, {
        links,
        longest,
        now: Date.now(),
        ...shown,
      }).toString(),
    };
  };
}
