import type { RecordedSession } from '../../profile/recorded-features.ts';
import type { Block, Panel, PanelView, Text, Tone } from '../../profile/view-model.ts';
import { toEntries, toList } from '../../profile/recorded-values.ts';
import { codeText } from './value-text.ts';
import { column, metrics, table, titledFacts } from './blocks.ts';
import type { Fact } from './blocks.ts';

/** Shows the session: its state, stored values, the keys read and written, and decisions on cookie and CSRF protection. */
export const sessionPanel: Panel = {
  name: 'session',
  title: 'Session',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const { session } = data;
    if (!session) return undefined;
    const [reads, writes] = [toList(session.reads), toList(session.writes)];
    const decided = toList(data.decisions).filter(({ subject }) => SUBJECTS.includes(subject));
    const refused = decided.some(({ subject, outcome }) => subject === 'csrf' && outcome === 'refused');
    return {
      count: reads.length + writes.length || undefined,
      tone: refused ? 'bad' : undefined,
      blocks: [
        metrics([
          ['Session', getState(session)],
          ['Cookie sent', session.hasCookie ? 'yes' : { text: 'no', tone: 'muted' }],
          ['Reads', reads.length],
          ['Writes', writes.length],
        ]),
        table(
          'Decisions',
          [column('Subject', 'm'), column('Outcome', 'm'), 'Reason'],
          decided.map(({ subject, outcome, because }) => ({
            cells: [subject, { text: outcome, tone: TONES[outcome] }, because],
          })),
          { empty: 'The session was not loaded.' },
        ),
        ...buildStoredBlocks(session),
        table(
          'Keys used',
          [column('Key', 'm'), 'Use'],
          [...new Set([...reads, ...writes])].map((key) => ({
            cells: [formatKey(key), formatUse(key, reads, writes)],
          })),
          { empty: 'No value was read or written.' },
        ),
      ],
    };
  },
};

const SUBJECTS: readonly string[] = ['session', 'session cookie', 'csrf'];
const TONES: Readonly<Record<string, Tone>> = {
  refused: 'bad',
  unknown: 'warning',
  expired: 'warning',
  passed: 'good',
};

function getState({ stored, outcomes }: RecordedSession): Text {
  const last = toList(outcomes).findLast((text) => STATES.includes(text));
  if (last !== undefined) return last;
  return stored === undefined ? { text: 'not loaded', tone: 'muted' } : 'loaded';
}

const STATES: readonly string[] = ['none', 'unknown', 'expired', 'loaded', 'started', 'regenerated', 'destroyed'];

type Stored = NonNullable<RecordedSession['stored']>;

function buildStoredBlocks({ stored }: RecordedSession): Block[] {
  if (!stored) return [];
  return [
    titledFacts('Stored session', [
      ['Started', new Date(stored.created).toISOString()],
      ['Last used', new Date(stored.used).toISOString()],
      ['Changes', stored.version - 1],
      ['Bytes', stored.bytes],
      ...buildOwnerRows(stored),
    ]),
    table(
      'Values',
      [column('Key', 'm'), 'Value'],
      toEntries(stored.values).map(([key, value]) => ({ cells: [formatKey(key), codeText(value)] })),
      { empty: 'None.' },
    ),
  ];
}

// Describes the owner without the credentials stored in the session.
function buildOwnerRows({ user, login }: Stored): Fact[] {
  const rows: Fact[] = [];
  if (user !== undefined) {
    rows.push(['User', codeText(user.id)], ['Authenticated by', codeText(user.by)]);
    if (user.as !== undefined) rows.push(['User at login', codeText(user.as)]);
    rows.push([
      'Ends with password change',
      user.untilPassword
        ? 'yes; the password fingerprint is not recorded'
        : { text: 'no: the user has no account on this host', tone: 'muted' },
    ]);
  }
  if (login !== undefined)
    rows.push(['Login in progress', `returns to ${login.back}, started ${new Date(login.began).toISOString()}`]);
  return rows;
}

function formatKey(key: string): Text {
  const description = BUILT_IN_KEYS[key];
  return description === undefined ? codeText(key) : { text: description, title: key };
}

const BUILT_IN_KEYS: Readonly<Record<string, string>> = {
  '@user': 'authenticated user',
  '@oidc': 'OpenID Connect login',
  '@flash': 'flash messages',
  '@csrf': 'CSRF token',
};

function formatUse(key: string, reads: readonly string[], writes: readonly string[]): string {
  if (!writes.includes(key)) return 'read';
  return reads.includes(key) ? 'read and written' : 'written';
}
