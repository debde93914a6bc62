import { sizeText } from '../render/body-view.ts';
import type { ProfileSummary } from '../profile.ts';
import { statusTone } from '../render/format.ts';
import { counted, milliseconds } from '../render/blocks-text.ts';
import type { Block } from '../panels/view-model.ts';

/** What is to be known of a profile before any panel. */
export function summaryBlocks(summary: ProfileSummary): Block[] {
  const {
    method,
    url,
    status,
    ip,
    time,
    token,
    route,
    duration,
    bytes,
    dbCount,
    dbTime,
    httpCount,
    httpTime,
    exception,
    note,
  } = summary;
  return [
    {
      kind: 'facts',
      rows: [
        ['Request', { text: `${method} ${url}`, mono: true }],
        ['Status', { text: status, tone: statusTone(status) }],
        ['Route', route === undefined ? { text: 'none', tone: 'muted' } : { text: route, mono: true }],
        ['IP', { text: ip, mono: true }],
        ['Profiled on', new Date(time).toISOString()],
        ['Token', { text: token, mono: true }],
        ['Duration', milliseconds(duration)],
        ['Response body', sizeText(bytes)],
        ...(dbCount > 0
          ? [['Database', `${counted(dbCount, 'query', 'queries')}, ${milliseconds(dbTime)}`] as const]
          : []),
        ...(httpCount > 0 ? [['Outgoing', `${counted(httpCount, 'call')}, ${milliseconds(httpTime)}`] as const] : []),
        ...(exception === undefined || exception === null
          ? []
          : [['Exception', { text: exception, tone: 'bad' }] as const]),
        ...(note === undefined || note === null ? [] : [['Note', note] as const]),
      ],
    },
  ];
}
