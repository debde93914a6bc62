import type { RecordedSession } from '../profile.ts';
import type { Block, Panel, PanelView, Text, Tone } from './view-model.ts';
import { toEntries, toList, codeText } from './recorded-values.ts';

/** What a visitor keeps, what this request read and wrote of it, and what became of the cookie and why. */
export const sessionPanel: Panel = {
  name: 'session',
  title: 'Session',
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
        {
          kind: 'metrics',
          items: [
            { label: 'Session', value: stateOf(session) },
            { label: 'Cookie brought', value: session.hasCookie ? 'yes' : { text: 'no', tone: 'muted' } },
            { label: 'Reads', value: reads.length },
            { label: 'Writes', value: writes.length },
          ],
        },
        {
          kind: 'table',
          title: 'What was decided',
          columns: [{ label: 'About', size: 'm' }, { label: 'Outcome', size: 'm' }, 'Because'],
          rows: decided.map(({ subject, outcome, because }) => ({
            cells: [subject, { text: outcome, tone: TONES[outcome] }, because],
          })),
          empty: 'Nobody asked for it: nothing was loaded.',
        },
        ...keptBlocks(session),
        {
          kind: 'table',
          title: 'What was used',
          columns: [{ label: 'Key', size: 'm' }, 'Use'],
          rows: [...new Set([...reads, ...writes])].map((key) => ({
            cells: [keyText(key), useOf(key, reads, writes)],
          })),
          empty: 'No value was read or written.',
        },
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

function stateOf({ stored, outcomes }: RecordedSession): Text {
  const last = toList(outcomes).findLast((each) => STATES.includes(each));
  if (last !== undefined) return last;
  return stored === undefined ? { text: 'not asked for', tone: 'muted' } : 'loaded';
}

const STATES: readonly string[] = ['none', 'unknown', 'expired', 'loaded', 'started', 'regenerated', 'destroyed'];

type Stored = NonNullable<RecordedSession['stored']>;

function keptBlocks({ stored }: RecordedSession): Block[] {
  if (!stored) return [];
  return [
    {
      kind: 'facts',
      title: 'What is kept',
      rows: [
        ['Started', new Date(stored.created).toISOString()],
        ['Last used', new Date(stored.used).toISOString()],
        ['Changes', stored.version - 1],
        ['Bytes', stored.bytes],
        ...ownerRows(stored),
      ],
    },
    {
      kind: 'table',
      title: 'Values',
      columns: [{ label: 'Key', size: 'm' }, 'Value'],
      rows: toEntries(stored.values).map(([key, value]) => ({ cells: [keyText(key), codeText(value)] })),
      empty: 'None.',
    },
  ];
}

// Whose it is, in words: what proves it is no value that anybody could use.
function ownerRows({ user, login }: Stored): (readonly [string, Text])[] {
  const rows: (readonly [string, Text])[] = [];
  if (user !== undefined) {
    rows.push(['Logged in', codeText(user.id)], ['Let in by', codeText(user.by)]);
    if (user.as !== undefined) rows.push(['As they came in', codeText(user.as)]);
    rows.push([
      'Bound to the password',
      user.untilPassword
        ? 'yes: it is over when the account has another one; the fingerprint that tells so is not recorded'
        : { text: 'no: no account of this host says who they are', tone: 'muted' },
    ]);
  }
  if (login !== undefined)
    rows.push(['Login under way', `to ${login.back}, begun ${new Date(login.began).toISOString()}`]);
  return rows;
}

function keyText(key: string): Text {
  const told = OF_HOUSE[key];
  return told === undefined ? codeText(key) : { text: told, title: key };
}

/** What the house keeps in a session, in words. */
const OF_HOUSE: Readonly<Record<string, string>> = {
  '@user': 'who is logged in',
  '@oidc': 'a login at an issuer',
  '@flash': 'messages for the next page',
  '@csrf': 'a token against forged requests',
};

function useOf(key: string, reads: readonly string[], writes: readonly string[]): string {
  if (!writes.includes(key)) return 'read';
  return reads.includes(key) ? 'read and written' : 'written';
}
