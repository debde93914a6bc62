import type { Span } from 'oriel-core/trace';
import { formatMilliseconds, getStatusTone, formatBytes } from '../render/format.ts';
import type { Block, Panel, PanelLinks, PanelView, Row, Text } from '../../profile/view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText, formatValue, totalTimeMetric } from './value-text.ts';
import { facts, metrics, note, numberColumn, table } from './blocks.ts';
import type { Fact } from './blocks.ts';
import type { RecordedBody } from '../../profile/profile.ts';
import { decodeBody } from '../render/body-view.ts';

/** Shows outgoing HTTP calls: method, URL, status, phases and bodies. */
export const httpClientPanel: Panel = {
  name: 'http-client',
  title: 'HTTP client',
  view({ data }, links): PanelView | undefined {
    const calls = toList(data.spans).filter(({ kind }) => kind === 'http');
    if (calls.length === 0) return undefined;
    const parts = splitRows(calls.length, MAX_CALLS, 'http-client', links);
    const failed = calls.filter((call) => call.error !== undefined || (getStatus(call) ?? 0) >= 500);
    return {
      count: calls.length,
      tone: failed.length > 0 ? 'warning' : undefined,
      blocks: [
        metrics([
          ['Calls', calls.length],
          totalTimeMetric(calls, 'calls'),
          ['Failed', { text: failed.length, tone: failed.length > 0 ? 'bad' : undefined }],
        ]),
        ...parts.links,
        table(
          'Calls',
          [numberColumn('#'), numberColumn('At (ms)'), numberColumn('ms'), 'Method', 'Status', 'Profile', 'URL'],
          calls.map((call, index) => buildRow(call, index, links)),
          { range: parts.range },
        ),
      ],
    };
  },
};

const MAX_CALLS = 25;
// A page has at most 50 KB, and a call has two bodies.
const MAX_BODY_LENGTH = 600;

function buildRow(call: Span, index: number, links: PanelLinks): Row {
  const { id, name, start, duration, details = {}, error } = call;
  const { method, url, status: _, headersAt, profile, requestBody, responseBody, ...rest } = details;
  const callee = typeof profile === 'string' ? profile : undefined;
  const space = name.indexOf(' ');
  const rows = [
    ...buildPhaseRows(duration, headersAt),
    ...Object.entries(rest).map(([key, value]) => [key, codeText(formatValue(value))] as const),
  ];
  const detail: Block[] = [
    ...(error === undefined ? [] : [note('bad', error)]),
    ...(rows.length === 0 ? [] : [facts(rows)]),
    ...buildBody('Request body', requestBody),
    ...buildBody('Response body', responseBody),
  ];
  return {
    id: `call-${id}`,
    cells: [
      index + 1,
      start.toFixed(2),
      duration < 0 ? 'still running' : duration.toFixed(2),
      codeText(method ?? name.slice(0, Math.max(0, space))),
      formatOutcome(call),
      formatProfile(callee, links),
      codeText(url ?? name.slice(space + 1)),
    ],
    tone: error === undefined ? undefined : 'bad',
    ...(detail.length > 0 ? { detail } : {}),
  };
}

// Node.js reports when the headers arrived. The rest of the duration is the body.
function buildPhaseRows(duration: number, headersAt: unknown): Fact[] {
  if (typeof headersAt !== 'number') return [];
  const body: Fact[] = duration < headersAt ? [] : [['Reading the body', formatMilliseconds(duration - headersAt)]];
  return [['Until the headers', formatMilliseconds(headersAt)], ...body];
}

// Other hosts may keep their profiles in other stores.
function formatProfile(token: string | undefined, links: PanelLinks): Text {
  if (token === undefined) return '';
  const href = links.callee?.(token);
  return href === undefined
    ? { text: token, mono: true, tone: 'muted', title: 'This store does not have the profile' }
    : { text: token, mono: true, href, title: 'The profile of this call' };
}

function formatOutcome(call: Span): Text {
  if (call.error !== undefined) return { text: 'failed', tone: 'bad', badge: true };
  const status = getStatus(call);
  return status === undefined
    ? { text: 'none', tone: 'muted' }
    : { text: status, tone: getStatusTone(status), badge: true };
}

function getStatus({ details }: Span): number | undefined {
  const status = details?.['status'];
  return typeof status === 'number' ? status : undefined;
}

// Closed at first.
function buildBody(title: string, body: unknown): Block[] {
  if (!isBody(body)) return [];
  const { size, kept, encoding, content, type, redacted } = body;
  const summary = [title, formatBytes(size), ...(type === '' ? [] : [type])].join(', ');
  const blocks: Block[] = [];
  if (redacted) blocks.push(note('warning', 'Secrets were masked before the body was stored.'));
  if (content === '') blocks.push(note('muted', 'The content was not stored.'));
  else if (encoding === 'base64') blocks.push(note('muted', 'Binary content.'));
  else {
    const view = decodeBody(body);
    const text = view.kind === 'json' ? (view.pretty ?? content) : content;
    if (text.length > MAX_BODY_LENGTH || (!redacted && kept < size))
      blocks.push(note('muted', 'Only the beginning is shown.'));
    const language = view.kind === 'json' && text.length <= MAX_BODY_LENGTH ? 'json' : 'text';
    blocks.push({ kind: 'code', language, text: text.slice(0, MAX_BODY_LENGTH), copy: true });
  }
  return [{ kind: 'details', summary, blocks }];
}

function isBody(value: unknown): value is RecordedBody {
  return typeof value === 'object' && value !== null && 'content' in value && 'encoding' in value;
}
