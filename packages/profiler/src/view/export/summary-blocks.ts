import { formatBytes } from '../render/format.ts';
import type { ProfileSummary } from '../../profile/profile.ts';
import { formatStatusCode, getStatusTone } from '../render/format.ts';
import { formatCount, formatMilliseconds } from '../render/format.ts';
import type { Block } from '../../profile/view-model.ts';

/** Returns the summary of a profile as blocks, for exported documents. */
export function buildSummaryBlocks(summary: ProfileSummary): Block[] {
  const {
    app,
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
        ...(app ? [['Application', app] as const] : []),
        ['Request', { text: `${method} ${url}`, mono: true }],
        ['Status', { text: formatStatusCode(status), tone: getStatusTone(status) }],
        ['Route', route === undefined ? { text: 'none', tone: 'muted' } : { text: route, mono: true }],
        ['IP', { text: ip, mono: true }],
        ['Profiled on', new Date(time).toISOString()],
        ['Token', { text: token, mono: true }],
        ['Duration', formatMilliseconds(duration)],
        ['Response body', formatBytes(bytes)],
        ...(dbCount > 0
          ? [['Database', `${formatCount(dbCount, 'query', 'queries')}, ${formatMilliseconds(dbTime)}`] as const]
          : []),
        ...(httpCount > 0
          ? [['Outgoing calls', `${formatCount(httpCount, 'call')}, ${formatMilliseconds(httpTime)}`] as const]
          : []),
        ...(exception === undefined || exception === null
          ? []
          : [['Exception', { text: exception, tone: 'bad' }] as const]),
        ...(note === undefined || note === null ? [] : [['Note', note] as const]),
      ],
    },
  ];
}
