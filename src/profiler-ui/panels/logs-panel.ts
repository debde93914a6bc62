import type { RecordedLog } from '../../profiler/index.ts';
import { LEVELS, severity } from '../../trace/index.ts';
import type { LogLevel } from '../../trace/index.ts';
import type { Block, Panel, PanelLinks, PanelView, Text, Tone } from '../view-model.ts';
import { listOf, mono } from './recorded.ts';

/** What was said, in one stream; `?level=warning` shows that level and what is graver, `?channel=app` who said it. */
export const logsPanel: Panel = {
  name: 'logs',
  title: 'Logs',
  view({ data }, links): PanelView | undefined {
    const logs = listOf(data.logs);
    if (logs.length === 0) return undefined;
    const { level, channel } = links.asked ?? {};
    const least = level === undefined || !LEVELS.includes(level as LogLevel) ? 0 : severity(level as LogLevel);
    const chosen = logs.filter(
      (log) => severity(log.level) >= least && (channel === undefined || log.channel === channel),
    );
    const gravest = Math.max(...logs.map((log) => severity(log.level)));
    return {
      count: logs.length,
      tone: toneOf(LEVELS[gravest]!),
      blocks: [
        filters(
          'Level',
          ['all', ...LEVELS.filter((each) => logs.some((log) => log.level === each))].map((each) =>
            levelLink(each, logs, links),
          ),
        ),
        filters(
          'Channel',
          [...new Set(logs.map((log) => log.channel))].map((each) => channelLink(each, logs, links)),
        ),
        {
          kind: 'table',
          title: chosen.length === logs.length ? 'Messages' : `Messages, ${chosen.length} of ${logs.length}`,
          columns: ['At (ms)', 'Level', 'Channel', 'Message'],
          rows: chosen.map(rowOf),
          empty: 'Nothing of that kind was logged.',
        },
      ],
    };
  },
};

type Labelled = readonly [label: string, value: Text];

function filters(title: string, rows: readonly Labelled[]): Block {
  return { kind: 'metrics', items: rows.map(([label, value]) => ({ label: `${title}: ${label}`, value })) };
}

function levelLink(level: string, logs: readonly RecordedLog[], links: PanelLinks): Labelled {
  if (level === 'all') return [level, { text: logs.length, href: links.panel('logs') }];
  const text = logs.filter((log) => log.level === level).length;
  return [level, { text, href: links.panel('logs', undefined, { level }), tone: toneOf(level as LogLevel) }];
}

function channelLink(channel: string, logs: readonly RecordedLog[], links: PanelLinks): Labelled {
  return [
    channel,
    { text: logs.filter((log) => log.channel === channel).length, href: links.panel('logs', undefined, { channel }) },
  ];
}

function rowOf(
  { at, level, channel, message, context, route }: RecordedLog,
  index: number,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const detail: Block[] = context === '' ? [] : [{ kind: 'code', language: 'json', text: pretty(context) }];
  if (route !== undefined) detail.push({ kind: 'facts', rows: [['Route', mono(route)]] });
  const tone = toneOf(level);
  return {
    cells: [at.toFixed(2), { text: level, badge: true, tone }, channel, message],
    tone: tone === 'muted' || tone === 'info' ? undefined : tone,
    id: `log-${index + 1}`,
    ...(context === '' ? {} : { detail }),
  };
}

function toneOf(level: LogLevel): Tone {
  if (severity(level) >= severity('error')) return 'bad';
  if (severity(level) >= severity('notice')) return 'warning';
  return level === 'info' ? 'info' : 'muted';
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
