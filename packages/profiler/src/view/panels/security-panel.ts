import type { Profile } from '../../profile/profile.ts';
import type { Decision } from 'oriel-core/trace';
import type { Block, Panel, PanelView, Text, Tone } from '../../profile/view-model.ts';
import { toList } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { column, metrics, note, table, titledFacts } from './blocks.ts';
import type { Fact } from './blocks.ts';

/** Shows authentication, authorization decisions and visible data: why a request got 401, 403 or 404. */
export const securityPanel: Panel = {
  name: 'security',
  title: 'Security',
  needsHost: true,
  view({ data, summary }): PanelView | undefined {
    const decisions = toList(data.decisions).filter(({ subject }) => SUBJECTS.has(subject));
    const { run } = data;
    if (decisions.length === 0 && run?.limits === undefined && run?.readable === undefined) return undefined;
    const last = (subject: string): Decision | undefined =>
      decisions.findLast((decision) => decision.subject === subject);
    const refused = decisions.findLast(({ outcome }) => REFUSALS.has(outcome));
    return {
      tone: refused && STATUSES.includes(summary.status) ? 'bad' : undefined,
      blocks: [
        metrics([
          ['User', formatOutcome(last('user'), 'not authenticated')],
          ['Firewall', formatOutcome(last('firewall'), 'none')],
          ['Access', formatOutcome(findAccessDecision(decisions), 'not checked')],
        ]),
        ...(refused && STATUSES.includes(summary.status)
          ? [note('bad', `${summary.status}: ${refused.because}.`)]
          : []),
        buildDecisionTable('Authentication', decisions, AUTHENTICATION_SUBJECTS, 'No authenticator ran.'),
        buildDecisionTable('Authorization', decisions, AUTHORIZATION_SUBJECTS, 'No access rule was checked.'),
        ...buildVisibleData(run),
      ],
    };
  },
};

const AUTHENTICATION_SUBJECTS: ReadonlySet<string> = new Set(['firewall', 'user']);
const AUTHORIZATION_SUBJECTS: ReadonlySet<string> = new Set(['access', 'tenant', 'vote', 'votes', 'csrf']);
const SUBJECTS: ReadonlySet<string> = new Set([...AUTHENTICATION_SUBJECTS, ...AUTHORIZATION_SUBJECTS]);
const REFUSALS: ReadonlySet<string> = new Set(['refused', 'hidden']);
const STATUSES: readonly number[] = [401, 403, 404];

// A CSRF refusal overrides a rule that grants access.
function findAccessDecision(decisions: readonly Decision[]): Decision | undefined {
  return (
    decisions.findLast(({ subject, outcome }) => subject === 'csrf' && outcome === 'refused') ??
    decisions.findLast(({ subject }) => subject === 'access')
  );
}

function formatOutcome(decision: Decision | undefined, none: string): Text {
  if (decision === undefined) return { text: none, tone: 'muted' };
  return { text: decision.outcome, tone: getOutcomeTone(decision.outcome) };
}

function getOutcomeTone(outcome: string): Tone | undefined {
  if (REFUSALS.has(outcome) || outcome === 'no') return 'bad';
  return outcome === 'granted' || outcome === 'yes' || outcome === 'passed' ? 'good' : undefined;
}

function buildDecisionTable(
  title: string,
  decisions: readonly Decision[],
  subjects: ReadonlySet<string>,
  empty: string,
): Block {
  return table(
    title,
    [column('Subject', 's'), column('Outcome', 'm'), 'Reason'],
    decisions
      .filter(({ subject }) => subjects.has(subject))
      .map(({ subject, outcome, because }) => ({
        cells: [subject, { text: outcome, tone: getOutcomeTone(outcome) }, because],
      })),
    { empty },
  );
}

const LIMITS: Readonly<Record<string, string>> = {
  path: 'Rows of the path',
  tenant: 'Rows of the tenant',
  where: 'Rows of access rules',
  store: 'Rows of the store',
};

// What limits the rows of the request, and field rules that depend on the user.
function buildVisibleData(run: Profile['data']['run']): Block[] {
  const rows: Fact[] = toList(run?.limits).map(({ by, condition }) => [
    LIMITS[by] ?? by,
    codeText(JSON.stringify(condition)),
  ]);
  if (run?.readable !== undefined) rows.push(['Readable fields', run.readable.join(', ') || 'none']);
  return rows.length === 0 ? [] : [titledFacts('Visible data', rows)];
}
