import type { RecordedLog } from '../profile.ts';
import { LEVELS, severity } from '../../core/trace/logger.ts';
import type { LogLevel } from '../../core/trace/trace.ts';
import type { Block, Choice, Panel, PanelLinks, PanelView, Tone } from './view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList, codeText } from './recorded-values.ts';

/** What was said, in one stream; `?level=warning` shows that level and what is graver, `?channel=app` who said it. */
export const logsPanel: Panel = {
  name: 'logs',
  title: 'Logs',
  view({ data }, links): PanelView | undefined {
    const logs = toList(data.logs);
    if (logs.length === 0) return undefined;
    const { level, channel } = links.parameters ?? {};
    const least = level === undefined || !LEVELS.includes(level as LogLevel) ? 0 : severity(level as LogLevel);
    const chosen = logs.filter(
      (log) => severity(log.level) >= least && (channel === undefined || log.channel === channel),
    );
    const ask = { ...(level === undefined ? {} : { level }), ...(channel === undefined ? {} : { channel }) };
    const parts = splitRows(chosen.length, MOST_MESSAGES, 'logs', links, { ask });
    const gravest = Math.max(...logs.map((log) => severity(log.level)));
    return {
      count: logs.length,
      tone: toneOf(LEVELS[gravest]!),
      blocks: [
        ...filterBlock('Level', 'level', level, logs, links),
        ...filterBlock('Channel', 'channel', channel, logs, links),
        ...parts.links,
        {
          kind: 'table',
          part: parts.part,
          title: chosen.length === logs.length ? 'Messages' : `Messages, ${chosen.length} of ${logs.length}`,
          columns: [
            { label: 'At (ms)', number: true, size: 's' },
            { label: 'Level', size: 's' },
            { label: 'Channel', size: 'm' },
            'Message',
          ],
          rows: chosen.map(rowOf),
          empty: 'Nothing of that kind was logged.',
        },
      ],
    };
  },
};

const MOST_MESSAGES = 40;

// What everything is of one kind of need not be chosen.
function filterBlock(
  label: string,
  name: 'level' | 'channel',
  asked: string | undefined,
  logs: readonly RecordedLog[],
  links: PanelLinks,
): Block[] {
  const known = [...new Set(logs.map((log) => log[name]))];
  const values = name === 'level' ? LEVELS.filter((each) => known.includes(each)) : known;
  if (values.length < 2) return [];
  const choice = (value: string): Choice => ({
    label: value,
    href: links.panel('logs', undefined, { [name]: value }),
    count: logs.filter((log) => log[name] === value).length,
    tone: name === 'level' ? toneOf(value as LogLevel) : undefined,
    current: asked === value,
  });
  const all: Choice = { label: 'all', href: links.panel('logs'), count: logs.length, current: asked === undefined };
  return [{ kind: 'filter', label, choices: [all, ...values.map(choice)] }];
}

function rowOf(
  { at, level, channel, message, context, route }: RecordedLog,
  index: number,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const detail: Block[] = context === '' ? [] : [{ kind: 'code', language: 'json', text: pretty(context) }];
  if (route !== undefined) detail.push({ kind: 'facts', rows: [['Route', codeText(route)]] });
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
