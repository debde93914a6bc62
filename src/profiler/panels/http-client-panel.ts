import type { Span } from '../../core/trace/span.ts';
import { formatMilliseconds } from '../render/format.ts';
import type { Block, Panel, PanelLinks, PanelView, Text } from './view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList, codeText, formatValue } from './recorded-values.ts';
import { getStatusTone } from '../render/format.ts';

/** Which other servers were called: method, address, status, and how long each phase took. */
export const httpClientPanel: Panel = {
  name: 'http-client',
  title: 'HTTP client',
  view({ data, summary }, links): PanelView | undefined {
    const calls = toList(data.spans).filter(({ kind }) => kind === 'http');
    if (calls.length === 0) return undefined;
    const parts = splitRows(calls.length, MOST_CALLS, 'http-client', links);
    const failed = calls.filter((call) => call.error !== undefined || (statusOf(call) ?? 0) >= 500);
    return {
      count: calls.length,
      tone: failed.length > 0 ? 'warning' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Calls', value: calls.length },
            {
              label: 'Time',
              value: formatMilliseconds(calls.reduce((sum, { duration }) => sum + Math.max(0, duration), 0)),
              hint: 'Added up: calls may have run at the same time',
            },
            { label: 'Failed', value: { text: failed.length, tone: failed.length > 0 ? 'bad' : undefined } },
          ],
        },
        ...parts.links,
        {
          kind: 'table',
          title: 'Calls',
          part: parts.part,
          columns: [
            { label: '#', number: true },
            { label: 'At (ms)', number: true },
            { label: 'ms', number: true },
            'Method',
            'Answer',
            'Address',
          ],
          rows: calls.map((call, index) => rowOf(call, index, summary.url, links)),
        },
      ],
    };
  },
};

const MOST_CALLS = 25;

function rowOf(
  call: Span,
  index: number,
  own: string,
  links: PanelLinks,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const { id, name, start, duration, details = {}, error } = call;
  const { method, url, status: _, headersAt, profile, ...rest } = details;
  const space = name.indexOf(' ');
  const facts = [
    ...phases(duration, headersAt),
    ...profileOf(profile, sameOrigin(url, own) ? links : undefined),
    ...Object.entries(rest).map(([key, value]) => [key, codeText(formatValue(value))] as const),
  ];
  const detail: Block[] = [
    ...(error === undefined ? [] : [{ kind: 'note', tone: 'bad', text: error } as const]),
    ...(facts.length === 0 ? [] : [{ kind: 'facts', rows: facts } as const]),
  ];
  return {
    id: `call-${id}`,
    cells: [
      index + 1,
      start.toFixed(2),
      duration < 0 ? 'still running' : duration.toFixed(2),
      codeText(method ?? name.slice(0, Math.max(0, space))),
      answerOf(call),
      codeText(url ?? name.slice(space + 1)),
    ],
    tone: error === undefined ? undefined : 'bad',
    ...(detail.length > 0 ? { detail } : {}),
  };
}

// What the channels of Node tell: when the headers were there. The rest is the body.
function phases(duration: number, headersAt: unknown): (readonly [string, Text])[] {
  if (typeof headersAt !== 'number') return [];
  const body: (readonly [string, Text])[] =
    duration < headersAt ? [] : [['Reading the body', formatMilliseconds(duration - headersAt)]];
  return [['Until the headers', formatMilliseconds(headersAt)], ...body];
}

// A call to the host itself was recorded beside this one; the profiles of other hosts are with them.
function profileOf(token: unknown, links: PanelLinks | undefined): (readonly [string, Text])[] {
  if (typeof token !== 'string') return [];
  return [['Profile', links ? { text: token, mono: true, href: links.panel('request', token) } : codeText(token)]];
}

function sameOrigin(one: unknown, other: string): boolean {
  return typeof one === 'string' && URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

function answerOf(call: Span): Text {
  if (call.error !== undefined) return { text: 'failed', tone: 'bad', badge: true };
  const status = statusOf(call);
  return status === undefined
    ? { text: 'none', tone: 'muted' }
    : { text: status, tone: getStatusTone(status), badge: true };
}

function statusOf({ details }: Span): number | undefined {
  const status = details?.['status'];
  return typeof status === 'number' ? status : undefined;
}
