import type { RecordedLog } from '../../profile/profile.ts';
import { LEVELS, severity } from 'oriel-core/trace';
import type { LogLevel } from 'oriel-core/trace';
import type { Block, Choice, Panel, PanelLinks, PanelView, Row, Tone } from '../../profile/view-model.ts';
import { splitRows } from './row-ranges.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { buildFieldBlocks, findStacks, formatFields, readFields } from './log-fields.ts';
import { column, facts, numberColumn, table } from './blocks.ts';

/** Shows log records in order. `?level=warning` filters by minimum level, `?channel=app` by channel. */
export const logsPanel: Panel = {
  name: 'logs',
  title: 'Logs',
  view({ data }, links): PanelView | undefined {
    const logs = toList(data.logs);
    if (logs.length === 0) return undefined;
    const { level, channel } = links.parameters ?? {};
    const minimum = level === undefined || !LEVELS.includes(level as LogLevel) ? 0 : severity(level as LogLevel);
    const matching = logs.filter(
      (log) => severity(log.level) >= minimum && (channel === undefined || log.channel === channel),
    );
    const parameters = { ...(level === undefined ? {} : { level }), ...(channel === undefined ? {} : { channel }) };
    const parts = splitRows(matching.length, MAX_MESSAGES, 'logs', links, { parameters });
    const shownStacks = findStacks(data.exception);
    const hasFields = logs.some(({ context }) => context !== '');
    const highest = Math.max(...logs.map((log) => severity(log.level)));
    return {
      count: logs.length,
      tone: getLevelTone(LEVELS[highest]!),
      blocks: [
        ...buildFilter('Level', 'level', level, logs, links),
        ...buildFilter('Channel', 'channel', channel, logs, links),
        ...parts.links,
        table(
          matching.length === logs.length ? 'Messages' : `Messages, ${matching.length} of ${logs.length}`,
          [
            numberColumn('At (ms)', 's'),
            column('Level', 's'),
            column('Channel', 'm'),
            'Message',
            ...(hasFields ? ['Fields'] : []),
          ],
          matching.map((log, index) => buildRow(log, index, shownStacks, links)),
          { range: parts.range, empty: 'No matching log records.' },
        ),
      ],
    };
  },
};

const MAX_MESSAGES = 25;

// Omitted if all records have the same value.
function buildFilter(
  label: string,
  name: 'level' | 'channel',
  current: string | undefined,
  logs: readonly RecordedLog[],
  links: PanelLinks,
): Block[] {
  const known = [...new Set(logs.map((log) => log[name]))];
  const values = name === 'level' ? LEVELS.filter((level) => known.includes(level)) : known;
  if (values.length < 2) return [];
  const choice = (value: string): Choice => ({
    label: value,
    href: links.panel('logs', undefined, { [name]: value }),
    count: logs.filter((log) => log[name] === value).length,
    tone: name === 'level' ? getLevelTone(value as LogLevel) : undefined,
    current: current === value,
  });
  const all: Choice = { label: 'all', href: links.panel('logs'), count: logs.length, current: current === undefined };
  return [{ kind: 'filter', label, choices: [all, ...values.map(choice)] }];
}

function buildRow(
  { at, level, channel, message, context, route }: RecordedLog,
  index: number,
  shownStacks: ReadonlySet<string>,
  links: PanelLinks,
): Row {
  const fields = readFields(context);
  const detail: Block[] = [
    ...(fields === undefined
      ? context === ''
        ? []
        : [{ kind: 'code', language: 'text', text: context } as const]
      : buildFieldBlocks(fields, shownStacks, links)),
    ...(route === undefined ? [] : [facts([['Route', codeText(route)]])]),
  ];
  const tone = getLevelTone(level);
  return {
    cells: [
      at.toFixed(2),
      { text: level, badge: true, tone },
      channel,
      message,
      ...(context === ''
        ? []
        : [{ text: fields === undefined ? 'details' : formatFields(fields), mono: true, tone: 'muted' } as const]),
    ],
    tone: tone === 'muted' || tone === 'info' ? undefined : tone,
    id: `log-${index + 1}`,
    ...(context === '' ? {} : { detail }),
  };
}

function getLevelTone(level: LogLevel): Tone {
  if (severity(level) >= severity('error')) return 'bad';
  if (severity(level) >= severity('notice')) return 'warning';
  return level === 'info' ? 'info' : 'muted';
}
