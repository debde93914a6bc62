import type { Decision, Span } from 'oriel-core/trace';
import type { Block, Panel, PanelView, Text } from '../../profile/view-model.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { column, facts, metrics, note, numberColumn, table } from './blocks.ts';
import type { Fact } from './blocks.ts';

/** Shows published updates with their receivers, and what the client may subscribe to: link, cookie and grants. */
export const hubPanel: Panel = {
  name: 'hub',
  title: 'Hub',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const updates = toList(data.spans).filter(({ kind }) => kind === 'hub');
    const decisions = toList(data.decisions).filter(({ subject }) => subject.startsWith('hub '));
    if (updates.length === 0 && decisions.length === 0) return undefined;
    const unreachable = decisions.filter(({ subject }) => subject === 'hub unreachable');
    const failed = updates.some(({ error }) => error !== undefined);
    return {
      count: updates.length > 0 ? updates.length : undefined,
      tone: failed ? 'bad' : unreachable.length > 0 ? 'warning' : undefined,
      blocks: [
        metrics([
          ['Updates', updates.length],
          ['Private', updates.filter(({ details }) => details?.['private'] === true).length],
          ['Local receivers', sumReceivers(updates)],
          ['Cookie', describeCookie(decisions)],
        ]),
        ...unreachable.map(({ outcome, because }): Block =>
          note(
            'warning',
            `${outcome} was published, but no token issued by this host grants a subscription to it: ${because}.`,
          ),
        ),
        table(
          'Published',
          [
            column('Audience', 's'),
            numberColumn('Bytes', 's'),
            numberColumn('ms', 's'),
            numberColumn('Receivers', 's'),
            // Last, because the last cell contains the details.
            'Topic',
          ],
          updates.map(buildRow),
          { empty: 'No updates were published during this request.' },
        ),
        table(
          'Subscription grants',
          [column('Subject', 's'), 'Outcome', 'Reason'],
          decisions
            .filter(({ subject }) => subject !== 'hub unreachable')
            .map(({ subject, outcome, because }) => ({ cells: [subject.slice(4), codeText(outcome), because] })),
          { empty: 'The response has no hub link and no hub cookie.' },
        ),
      ],
    };
  },
};

function buildRow({ id, details = {}, duration, error }: Span) {
  const { topics, private: isPrivate, bytes, receivers, withheld, because } = details;
  const names = Array.isArray(topics) ? topics.map(String) : [];
  const rows: Fact[] = [];
  for (const name of names.slice(1)) rows.push(['Alternate topic', codeText(name)]);
  if (because !== undefined) rows.push(['Reason', String(because)]);
  if (typeof withheld === 'number' && withheld > 0)
    rows.push(['Withheld', { text: describeWithheld(withheld), tone: 'warning' as const }]);
  if (details['id'] !== undefined) rows.push(['Id', codeText(details['id'])]);
  if (error !== undefined) rows.push(['Failed', { text: error, tone: 'bad' as const }]);
  return {
    id: `update-${id}`,
    cells: [
      isPrivate === true ? 'authorized' : 'public',
      typeof bytes === 'number' ? bytes : '',
      duration < 0 ? 'pending' : duration.toFixed(2),
      error === undefined ? formatReceivers(receivers) : ({ text: 'failed', tone: 'bad', badge: true } as const),
      codeText(names[0] ?? ''),
    ],
    tone: error === undefined ? undefined : ('bad' as const),
    ...(rows.length > 0 ? { detail: [facts(rows)] } : {}),
  };
}

function describeWithheld(count: number): string {
  const who = count === 1 ? '1 subscriber' : `${count} subscribers`;
  return `from ${who} of this process, without a token that grants the topic`;
}

// The number is unknown if the hub is remote or shared by other processes.
function formatReceivers(receivers: unknown): Text {
  return typeof receivers === 'number' ? receivers : { text: 'unknown', tone: 'muted' };
}

function sumReceivers(updates: readonly Span[]): Text {
  if (updates.length === 0) return 0;
  const known = updates.map(({ details }) => details?.['receivers']).filter((element) => typeof element === 'number');
  return known.length === 0 ? { text: 'unknown', tone: 'muted' } : known.reduce((sum, number) => sum + number, 0);
}

function describeCookie(decisions: readonly Decision[]): Text {
  const cookies = decisions.filter(({ subject }) => subject === 'hub cookie');
  if (cookies.some(({ outcome }) => outcome === 'none')) return { text: 'failed', tone: 'bad' };
  const topics = cookies.filter(({ outcome }) => outcome !== 'nothing' && outcome !== 'cut').length;
  if (topics === 0) return { text: 'none', tone: 'muted' };
  return `for ${topics} ${topics === 1 ? 'resource' : 'resources'}`;
}
