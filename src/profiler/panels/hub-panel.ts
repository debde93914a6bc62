import type { Decision } from '../../core/trace/trace.ts';
import type { Span } from '../../core/trace/span.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { toList, codeText } from './recorded-values.ts';

/** What was published and who heard it, and what a visitor may hear: the link, the cookie, and why. */
export const hubPanel: Panel = {
  name: 'hub',
  title: 'Hub',
  view({ data }): PanelView | undefined {
    const updates = toList(data.spans).filter(({ kind }) => kind === 'hub');
    const decisions = toList(data.decisions).filter(({ subject }) => subject.startsWith('hub '));
    if (updates.length === 0 && decisions.length === 0) return undefined;
    const unheard = decisions.filter(({ subject }) => subject === 'hub unheard');
    const failed = updates.some(({ error }) => error !== undefined);
    return {
      count: updates.length > 0 ? updates.length : undefined,
      tone: failed ? 'bad' : unheard.length > 0 ? 'warning' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Updates', value: updates.length },
            { label: 'Private', value: updates.filter(({ details }) => details?.['private'] === true).length },
            { label: 'Receivers here', value: receiversOf(updates) },
            { label: 'Cookie', value: cookieOf(decisions) },
          ],
        },
        ...unheard.map(({ outcome, because }): Block => ({
          kind: 'note',
          tone: 'warning',
          text: `${outcome} was published, but no token that the host issues lets anybody hear it: ${because}.`,
        })),
        {
          kind: 'table',
          title: 'Published',
          columns: [
            { label: 'To', size: 's' },
            { label: 'Bytes', number: true, size: 's' },
            { label: 'ms', number: true, size: 's' },
            { label: 'Receivers', number: true, size: 's' },
            // Last, because what there is to say of an update unfolds in it.
            'Topic',
          ],
          rows: updates.map(rowOf),
          empty: 'Nothing was published during this request.',
        },
        {
          kind: 'table',
          title: 'What this visitor may hear',
          columns: [{ label: 'About', size: 's' }, 'What', 'Because'],
          rows: decisions
            .filter(({ subject }) => subject !== 'hub unheard')
            .map(({ subject, outcome, because }) => ({ cells: [subject.slice(4), codeText(outcome), because] })),
          empty: 'The answer links to no hub, and carries no cookie for it.',
        },
      ],
    };
  },
};

function rowOf({ id, details = {}, duration, error }: Span) {
  const { topics, private: isPrivate, bytes, receivers, withheld, because } = details;
  const names = Array.isArray(topics) ? topics.map(String) : [];
  const rows: (readonly [string, Text])[] = [];
  for (const name of names.slice(1)) rows.push(['Also under', codeText(name)]);
  if (because !== undefined) rows.push(['Because', String(because)]);
  if (typeof withheld === 'number' && withheld > 0)
    rows.push(['Withheld', { text: withheldFrom(withheld), tone: 'warning' as const }]);
  if (details['id'] !== undefined) rows.push(['Id', codeText(details['id'])]);
  if (error !== undefined) rows.push(['Failed', { text: error, tone: 'bad' as const }]);
  return {
    id: `update-${id}`,
    cells: [
      isPrivate === true ? 'those who may' : 'everybody',
      typeof bytes === 'number' ? bytes : '',
      duration < 0 ? 'on its way' : duration.toFixed(2),
      error === undefined ? heard(receivers) : ({ text: 'failed', tone: 'bad', badge: true } as const),
      codeText(names[0] ?? ''),
    ],
    tone: error === undefined ? undefined : ('bad' as const),
    ...(rows.length > 0 ? { detail: [{ kind: 'facts', rows } as const] } : {}),
  };
}

function withheldFrom(count: number): string {
  const [who, they] = count === 1 ? ['1 subscriber', 'it has'] : [`${count} subscribers`, 'they have'];
  return `from ${who} of this process: ${they} asked for it, and no token that lets them hear it`;
}

// Of a hub elsewhere, or one that other processes share, nobody here knows.
function heard(receivers: unknown): Text {
  return typeof receivers === 'number' ? receivers : { text: 'unknown', tone: 'muted' };
}

function receiversOf(updates: readonly Span[]): Text {
  if (updates.length === 0) return 0;
  const known = updates.map(({ details }) => details?.['receivers']).filter((each) => typeof each === 'number');
  return known.length === 0 ? { text: 'unknown', tone: 'muted' } : known.reduce((sum, each) => sum + each, 0);
}

function cookieOf(decisions: readonly Decision[]): Text {
  const cookies = decisions.filter(({ subject }) => subject === 'hub cookie');
  if (cookies.some(({ outcome }) => outcome === 'none')) return { text: 'could not be made', tone: 'bad' };
  const topics = cookies.filter(({ outcome }) => outcome !== 'nothing' && outcome !== 'cut').length;
  if (topics === 0) return { text: 'none', tone: 'muted' };
  return `for ${topics} ${topics === 1 ? 'resource' : 'resources'}`;
}
