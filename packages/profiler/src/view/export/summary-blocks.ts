import type { ProfileSummary } from '../../profile/profile.ts';
import { formatBytes, formatCount, formatMilliseconds, formatStatusCode, getStatusTone } from '../render/format.ts';
import type { Block } from '../../profile/view-model.ts';

/** Returns the summary of a profile as blocks, for exported documents. */
export function buildSummaryBlocks(summary: ProfileSummary): Block[] {
  const { url, route, dbCount, httpCount, exception, note } = summary;
  return [
    {
      kind: 'facts',
      rows: [
        ...(summary.app ? [['Application', summary.app] as const] : []),
        ['Request', { text: `${summary.method} ${url}`, mono: true }],
        ['Status', { text: formatStatusCode(summary.status), tone: getStatusTone(summary.status) }],
        ['Route', route === undefined ? { text: 'none', tone: 'muted' } : { text: route, mono: true }],
        ['IP', { text: summary.ip, mono: true }],
        ['Profiled on', new Date(summary.time).toISOString()],
        ['Token', { text: summary.token, mono: true }],
        ['Duration', formatMilliseconds(summary.duration)],
        ['Response body', formatBytes(summary.bytes)],
        ...(dbCount > 0
          ? [
              [
                'Database',
                `${formatCount(dbCount, 'query', 'queries')}, ${formatMilliseconds(summary.dbTime)}`,
              ] as const,
            ]
          : []),
        ...(httpCount > 0
          ? [['Outgoing calls', `${formatCount(httpCount, 'call')}, ${formatMilliseconds(summary.httpTime)}`] as const]
          : []),
        ...(exception === undefined || exception === null
          ? []
          : [['Exception', { text: exception, tone: 'bad' }] as const]),
        ...(note === undefined || note === null ? [] : [['Note', note] as const]),
      ],
    },
  ];
}
