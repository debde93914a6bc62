import type { Profile } from '../profile.ts';
import type { Decision } from '../../core/trace/trace.ts';
import type { Block, Panel, PanelView, Text, Tone } from './view-model.ts';
import { toList, codeText } from './recorded-values.ts';

/** Who was asking and how that was found out, and what each rule and voter said: why somebody got 401, 403 or 404. */
export const securityPanel: Panel = {
  name: 'security',
  title: 'Security',
  view({ data, summary }): PanelView | undefined {
    const decisions = toList(data.decisions).filter(({ subject }) => SUBJECTS.has(subject));
    const { run } = data;
    if (decisions.length === 0 && run?.rows === undefined && run?.readable === undefined) return undefined;
    const last = (subject: string): Decision | undefined => decisions.findLast((each) => each.subject === subject);
    const refused = decisions.findLast(({ outcome }) => REFUSALS.has(outcome));
    return {
      tone: refused && STATUSES.includes(summary.status) ? 'bad' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'User', value: outcomeOf(last('user'), 'nobody was asked') },
            { label: 'Firewall', value: outcomeOf(last('firewall'), 'none') },
            { label: 'Access', value: outcomeOf(accessOf(decisions), 'no rule was asked') },
          ],
        },
        ...(refused && STATUSES.includes(summary.status)
          ? [{ kind: 'note', tone: 'bad', text: `${summary.status} because ${refused.because}.` } as const]
          : []),
        tableOf('Who is asking', decisions, WHO, 'Nobody was asked who they are.'),
        tableOf('May they', decisions, MAY, 'No rule was asked.'),
        ...seenBlocks(run),
      ],
    };
  },
};

const WHO: ReadonlySet<string> = new Set(['firewall', 'user']);
const MAY: ReadonlySet<string> = new Set(['access', 'vote', 'votes', 'csrf']);
const SUBJECTS: ReadonlySet<string> = new Set([...WHO, ...MAY]);
const REFUSALS: ReadonlySet<string> = new Set(['refused', 'hidden']);
const STATUSES: readonly number[] = [401, 403, 404];

// A request that a rule admits can still be refused as forged, which is what counts then.
function accessOf(decisions: readonly Decision[]): Decision | undefined {
  return (
    decisions.findLast(({ subject, outcome }) => subject === 'csrf' && outcome === 'refused') ??
    decisions.findLast(({ subject }) => subject === 'access')
  );
}

function outcomeOf(decision: Decision | undefined, none: string): Text {
  if (decision === undefined) return { text: none, tone: 'muted' };
  return { text: decision.outcome, tone: toneOf(decision.outcome) };
}

function toneOf(outcome: string): Tone | undefined {
  if (REFUSALS.has(outcome) || outcome === 'no') return 'bad';
  return outcome === 'granted' || outcome === 'yes' || outcome === 'passed' ? 'good' : undefined;
}

function tableOf(title: string, decisions: readonly Decision[], subjects: ReadonlySet<string>, empty: string): Block {
  return {
    kind: 'table',
    title,
    columns: [{ label: 'About', size: 's' }, { label: 'Outcome', size: 'm' }, 'Because'],
    rows: decisions
      .filter(({ subject }) => subjects.has(subject))
      .map(({ subject, outcome, because }) => ({
        cells: [subject, { text: outcome, tone: toneOf(outcome) }, because],
      })),
    empty,
  };
}

// What this reader sees, where not everybody sees the same.
function seenBlocks(run: Profile['data']['run']): Block[] {
  const rows: (readonly [string, Text])[] = [];
  if (run?.rows !== undefined) rows.push(['Only rows with', codeText(JSON.stringify(run.rows))]);
  if (run?.readable !== undefined) rows.push(['Fields', run.readable.join(', ') || 'none']);
  return rows.length === 0 ? [] : [{ kind: 'facts', title: 'What this reader sees', rows }];
}
