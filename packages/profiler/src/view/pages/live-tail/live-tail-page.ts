import { HttpResponse, ServiceUnavailableError } from 'oriel-core/http';
import { readQueryParameters } from '../../../store/search/query-parameters.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { toShownSummary } from '../../../profile/visitor.ts';
import { hasSeveralMachines } from '../search/describe-losses.ts';
import type { LiveTail } from './live-tail.ts';
import { classifyBackgroundRequest } from '../search/background-requests.ts';
import type { PageRequest } from '../page-request.ts';
import { SECURITY_HEADERS } from '../representation.ts';
import { respondInvalidSearch } from '../search/invalid-search.ts';
import { renderSearchRow } from '../search/search-row.ts';
import { getProcessGroup } from '../search/restarts.ts';
import type { RowOptions } from '../search/search-row.ts';
import { getUsualOrigins, listApplications, MAX_SAMPLE } from '../search/search-summary.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import { readUrl } from '../search/row-url.ts';
import { formatStatusCode } from '../../render/format.ts';
import { renderRestartRow } from '../search/search-table.ts';
import { clearInterval, JSON, setInterval } from 'oriel-core/builtins';

/**
 * Handles `/_profiler/tail`: new rows as server-sent events. The data of each `row` event is the summary as JSON, or a
 * rendered row with `html=1`. The event id is the token, so that clients resume after a lost connection.
 */
export async function liveTailPage(request: PageRequest, tail: LiveTail): Promise<HttpResponse> {
  const { context, parameters } = request;
  const read = readQueryParameters(parameters);
  if ('issues' in read) return respondInvalidSearch(read.issues, request, 'json');
  const headers = ['Content-Type', 'text/event-stream; charset=utf-8', ...SECURITY_HEADERS];
  if (context.method === 'HEAD') return new HttpResponse(200, headers);
  const { storage } = request.pages;
  const showsMachines = hasSeveralMachines(await storage.overview?.());
  const newest = await storage.find({ ...DEFAULT_QUERY, limit: MAX_SAMPLE });
  const origins = getUsualOrigins(listApplications(newest.rows));
  if (tail.isFull)
    throw new ServiceUnavailableError('Too many clients receive live rows; close some lists or try again later', {
      headers: { 'Retry-After': '5' },
    });

  const { query } = read;
  const after = context.headers.get('last-event-id') ?? parameters.get('after') ?? undefined;
  const serialize = createRowSerializer(request, { showsMachines, origins });
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
const MAX_SCALE_MS = 86_400_000;

function createRowSerializer(
  { parameters, links, pages }: PageRequest,
  options: Pick<RowOptions, 'showsMachines' | 'origins'>,
): (row: ProfileSummary) => object {
  if (parameters.get('html') !== '1') return (row) => ({ ...toShownSummary(row), link: links.profile(row.token) });
  const hidesBackground = (parameters.get('q') ?? '') === '' && parameters.get('background') !== 'show';
  const shown = { ...options, showsApplications: pages.showsApplications };
  // That of the rows which the list has already, so that the bars can be compared.
  const scale = Math.min(Math.max(Number(parameters.get('scale')) || 0, 1), MAX_SCALE_MS);
  return (row) => ({
    token: row.token,
    background: hidesBackground ? classifyBackgroundRequest(row) : undefined,
    boot: row.boot,
    group: getProcessGroup(row),
    weight: row.weight,
    line: `${row.method} ${readUrl(row.url).path}, ${formatStatusCode(row.status)}`,
    rule: renderRestartRow(row, shown).toString(),
    html: renderSearchRow(row, { links, scale, ...shown }).toString(),
  });
}
