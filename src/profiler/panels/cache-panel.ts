import type { HeaderLine, Profile, RecordedOperation } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { explainCacheControl } from './cache-directives.ts';
import { findDecision, findHeader, toList, codeText } from './recorded-values.ts';

/** Whether a client may keep the answer and for how long, under which tag, and which precondition decided what. */
export const cachePanel: Panel = {
  name: 'cache',
  title: 'Cache',
  view({ data, summary }): PanelView | undefined {
    const { operation, request, response } = data;
    if (!operation) return undefined;
    const control = findHeader(response?.headers, 'cache-control');
    const asked = preconditions(toList(request?.headers));
    const { status } = summary;
    return {
      count: asked.length > 0 ? asked.length : undefined,
      tone: status === 412 || status === 428 ? 'bad' : undefined,
      blocks: [
        {
          kind: 'metrics',
          items: [
            { label: 'Fresh for', value: freshness(control) },
            { label: 'Tag', value: tagText(response?.headers) },
            ...currentTag(data),
            { label: 'Preconditions', value: verdictText(data, status, asked.length) },
          ],
        },
        ...preconditionBlocks(data, status, asked),
        { kind: 'facts', title: 'Where they come from', rows: originRows(operation, response?.headers) },
        {
          kind: 'table',
          title: 'Cache-Control',
          columns: [{ label: 'Says', size: 'm' }, 'Means'],
          rows: explainCacheControl(control ?? '').map(({ directive, meaning }) => ({
            cells: [codeText(directive), meaning],
          })),
          empty: 'The answer has none: a cache may guess.',
        },
      ],
    };
  },
};

const CONDITIONS = ['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];

// In the order in which they count (RFC 9110 §13.2.2).
function preconditions(headers: readonly HeaderLine[]): readonly (readonly [string, string])[] {
  return CONDITIONS.flatMap((name) => {
    const value = findHeader(headers, name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

function preconditionBlocks(data: Profile['data'], status: number, asked: ReturnType<typeof preconditions>): Block[] {
  const decision = findDecision(data, 'precondition');
  const tone = status === 412 || status === 428 ? 'bad' : asked.length === 0 ? 'muted' : 'info';
  const note: Block = { kind: 'note', tone, text: becauseText(decision, status, asked.length > 0) };
  if (asked.length === 0) return [note];
  const names = asked.map(([name]) => name);
  return [
    note,
    {
      kind: 'table',
      title: 'Preconditions that were sent',
      columns: [{ label: 'Header', size: 'm' }, 'Value', { label: 'Part in it', size: 'l' }],
      rows: asked.map(([name, value]) => ({
        cells: [codeText(WRITTEN[name]!), codeText(value), partOf(name, names, decision?.because)],
      })),
    },
  ];
}

const WRITTEN: Readonly<Record<string, string>> = {
  'if-match': 'If-Match',
  'if-unmodified-since': 'If-Unmodified-Since',
  'if-none-match': 'If-None-Match',
  'if-modified-since': 'If-Modified-Since',
};

type Decided = ReturnType<typeof findDecision>;

function becauseText(decision: Decided, status: number, asked: boolean): string {
  if (status === 428) return 'A precondition was needed: a change has to say what it is based on.';
  if (!asked) return 'No precondition was sent: the answer depends on nothing that the client has.';
  if (!decision) return 'They were not looked at: the request was decided before.';
  if (decision.outcome === 'proceed' && status === 412)
    return 'They held when the item was read and no longer when it was to be written: somebody else was faster.';
  return `${decision.outcome[0]!.toUpperCase()}${decision.outcome.slice(1)}: ${decision.because}.`;
}

function partOf(name: string, sent: readonly string[], because: string | undefined): Text {
  if (because?.includes(WRITTEN[name]!)) return { text: 'decided', tone: 'info' };
  if (name === 'if-unmodified-since' && sent.includes('if-match')) return 'not looked at: If-Match goes before it';
  if (name === 'if-modified-since' && sent.includes('if-none-match'))
    return 'not looked at: If-None-Match goes before it';
  return because === undefined ? { text: 'not looked at', tone: 'muted' } : HELD[name]!;
}

const HELD: Readonly<Record<string, string>> = {
  'if-match': 'names what is there',
  'if-unmodified-since': 'nothing was changed since',
  'if-none-match': 'names something else than there is',
  'if-modified-since': 'it was changed since, or no time is known',
};

function verdictText(data: Profile['data'], status: number, asked: number): Text {
  const decision = findDecision(data, 'precondition');
  if (status === 428) return { text: 'missing', tone: 'bad' };
  if (status === 412) return { text: 'failed', tone: 'bad' };
  if (asked === 0) return { text: 'none', tone: 'muted' };
  if (!decision) return { text: 'not looked at', tone: 'muted' };
  return { text: decision.outcome, tone: decision.outcome === 'not modified' ? 'good' : undefined };
}

function tagText(headers: readonly HeaderLine[] | undefined): Text {
  const tag = findHeader(headers, 'etag');
  return tag === undefined ? { text: 'none', tone: 'muted' } : codeText(tag);
}

// After a failed precondition, what the client has to name instead.
function currentTag(data: Profile['data']): { label: string; value: Text }[] {
  const current = findDecision(data, 'current tag');
  return current === undefined ? [] : [{ label: 'Current tag', value: codeText(current.outcome) }];
}

function freshness(control: string | undefined): Text {
  if (control === undefined) return { text: 'not told', tone: 'warning' };
  const words = explainCacheControl(control).filter(({ fresh }) => fresh !== undefined);
  // Who must ask each time gains nothing by an age.
  return (words.find(({ directive }) => !/^max-age/i.test(directive)) ?? words[0])?.fresh ?? 'a cache may guess';
}

function originRows(
  { cache }: RecordedOperation,
  headers: readonly HeaderLine[] | undefined,
): (readonly [string, Text])[] {
  const [vary, modified] = [findHeader(headers, 'vary'), findHeader(headers, 'last-modified')];
  const { state, lastModified } = cache;
  return [
    [
      'Tag',
      state === undefined
        ? { text: 'there is none to be had here', tone: 'muted' }
        : `${state === 'hash' ? 'its state is a hash of what was read' : `its state is the field "${state}"`}; behind the hyphen stands the representation`,
    ],
    [
      'Last change',
      lastModified === undefined
        ? { text: 'no field tells', tone: 'muted' }
        : `the field "${lastModified}"${modified === undefined ? '' : `: ${modified}`}`,
    ],
    ['Declared', codeText(cache.control)],
    ['Depends on', vary === undefined ? { text: 'nothing', tone: 'muted' } : codeText(vary)],
  ];
}
