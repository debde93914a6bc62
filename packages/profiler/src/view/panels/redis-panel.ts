import type { Span } from 'oriel-core/trace';
import { findRepeatedCommands } from '../../record/findings/repeated-commands.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText, formatOutcome, formatValue, placeText, totalTimeMetric } from './value-text.ts';
import { splitRows } from './row-ranges.ts';
import type { Block, Panel, PanelLinks, PanelView, Row } from '../../profile/view-model.ts';
import { column, metrics, note, numberColumn, table } from './blocks.ts';

/** Shows Redis commands: arguments without values, reply, duration and caller; and commands that were repeated. */
export const redisPanel: Panel = {
  name: 'redis',
  title: 'Redis',
  view({ data }, links): PanelView | undefined {
    const commands = toList(data.spans).filter(({ kind }) => kind === 'cache');
    if (commands.length === 0) return undefined;
    const parts = splitRows(commands.length, MAX_COMMANDS, 'redis', links);
    const failed = commands.filter(({ error }) => error !== undefined).length;
    const repeated = findRepeatedCommands(commands);
    return {
      count: commands.length,
      tone: failed > 0 ? 'bad' : repeated.length > 0 ? 'warning' : undefined,
      blocks: [
        metrics([
          ['Commands', commands.length],
          totalTimeMetric(commands, 'commands'),
          ['Failed', { text: failed, tone: failed > 0 ? 'bad' : undefined }],
        ]),
        ...(repeated.length === 0 ? [] : [buildRepeatedTable(repeated, links)]),
        ...parts.links,
        table(
          'Commands',
          [
            numberColumn('#', 's'),
            numberColumn('At (ms)', 's'),
            numberColumn('ms', 's'),
            'Command',
            column('Reply', 'm'),
            column('Called from', 'l'),
          ],
          commands.map((command, index) => buildRow(command, index, links)),
          { range: parts.range },
        ),
      ],
    };
  },
};

const MAX_COMMANDS = 40;
const MAX_GROUPS = 10;

function buildRepeatedTable(groups: readonly (readonly Span[])[], links: PanelLinks): Block {
  return table(
    groups.length > MAX_GROUPS ? `Repeated commands, ${MAX_GROUPS} of ${groups.length}` : 'Repeated commands',
    [numberColumn('Count'), 'Command', 'Called from'],
    groups.slice(0, MAX_GROUPS).map((group) => ({
      cells: [group.length, codeText(group[0]!.name), placeText(group[0]!.details?.['caller'] ?? '', links)],
      tone: 'warning',
    })),
  );
}

function buildRow(command: Span, index: number, links: PanelLinks): Row {
  const { id, name, start, duration, error, details } = command;
  const { reply, caller } = details ?? {};
  return {
    id: `command-${id}`,
    cells: [
      index + 1,
      start.toFixed(2),
      duration < 0 ? 'still running' : duration.toFixed(2),
      codeText(name),
      formatOutcome(command, { text: formatValue(reply), tone: reply === 'nil' ? 'muted' : undefined }),
      placeText(caller ?? '', links),
    ],
    tone: error === undefined ? undefined : 'bad',
    ...(error === undefined ? {} : { detail: [note('bad', error)] }),
  };
}
