import type { HeaderLine, Profile } from '../../profile/profile.ts';
import type { RecordedOperation } from '../../profile/recorded-operation.ts';
import type { Block, Panel, PanelView, Text } from '../../profile/view-model.ts';
import { explainCacheControl } from './cache-directives.ts';
import { findDecision, findHeader, toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText } from './value-text.ts';
import { column, metrics, note, table, titledFacts } from './blocks.ts';
import type { Fact, Metric } from './blocks.ts';

/** Shows freshness, entity tag, Cache-Control and preconditions of the response of an operation (RFC 9110, RFC 9111). */
export const cachePanel: Panel = {
  name: 'cache',
  title: 'Cache',
  needsHost: true,
  view({ data, summary }): PanelView | undefined {
    const { operation, request, response } = data;
    if (!operation) return undefined;
    const control = findHeader(response?.headers, 'cache-control');
    const sent = findPreconditions(toList(request?.headers));
    const { status } = summary;
    return {
      count: sent.length > 0 ? sent.length : undefined,
      tone: status === 412 || status === 428 ? 'bad' : undefined,
      blocks: [
        metrics([
          ['Fresh for', freshness(control)],
          ['ETag', codeOr(findHeader(response?.headers, 'etag'), 'none')],
          currentTag(data),
          ['Preconditions', formatVerdict(data, status, sent.length)],
        ]),
        ...preconditionBlocks(data, status, sent),
        titledFacts('Configuration', buildConfigurationRows(operation, response?.headers)),
        table(
          'Cache-Control',
          [column('Directive', 'm'), 'Meaning'],
          explainCacheControl(control ?? '').map(({ directive, meaning }) => ({
            cells: [codeText(directive), meaning],
          })),
          { empty: 'The response has no Cache-Control; caches may use heuristic freshness.' },
        ),
      ],
    };
  },
};

// In order of precedence (RFC 9110 §13.2.2), with their effect if they are met.
const CONDITIONS = {
  'if-match': ['If-Match', 'matches the current version'],
  'if-unmodified-since': ['If-Unmodified-Since', 'not modified since'],
  'if-none-match': ['If-None-Match', 'does not match the current version'],
  'if-modified-since': ['If-Modified-Since', 'modified since, or the time of modification is unknown'],
} as const;
const NAMES = Object.keys(CONDITIONS) as Condition[];

type Condition = keyof typeof CONDITIONS;

function findPreconditions(headers: readonly HeaderLine[]): readonly (readonly [Condition, string])[] {
  return NAMES.flatMap((name) => {
    const value = findHeader(headers, name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

function preconditionBlocks(
  data: Profile['data'],
  status: number,
  sent: ReturnType<typeof findPreconditions>,
): Block[] {
  const decision = findDecision(data, 'precondition');
  const tone = status === 412 || status === 428 ? 'bad' : sent.length === 0 ? 'muted' : 'info';
  const verdict = note(tone, describeDecision(decision, status, sent.length > 0));
  if (sent.length === 0) return [verdict];
  const names = sent.map(([name]) => name);
  return [
    verdict,
    table(
      'Preconditions sent',
      [column('Header', 'm'), 'Value', column('Effect', 'l')],
      sent.map(([name, value]) => ({
        cells: [codeText(CONDITIONS[name][0]), codeText(value), describeEffect(name, names, decision?.because)],
      })),
    ),
  ];
}

type Decided = ReturnType<typeof findDecision>;

function describeDecision(decision: Decided, status: number, sent: boolean): string {
  if (status === 428) return 'Precondition required: the request must state the version it changes, with If-Match.';
  if (!sent) return 'No precondition was sent.';
  if (!decision) return 'Not evaluated: the request ended earlier.';
  if (decision.outcome === 'proceed' && status === 412)
    return 'The preconditions were met when the item was read, but not when it was written: another request changed it in between.';
  return `${decision.outcome[0]!.toUpperCase()}${decision.outcome.slice(1)}: ${decision.because}.`;
}

function describeEffect(name: Condition, sent: readonly Condition[], because: string | undefined): Text {
  if (because?.includes(CONDITIONS[name][0])) return { text: 'decisive', tone: 'info' };
  if (name === 'if-unmodified-since' && sent.includes('if-match')) return 'ignored: If-Match takes precedence';
  if (name === 'if-modified-since' && sent.includes('if-none-match')) return 'ignored: If-None-Match takes precedence';
  return because === undefined ? { text: 'not evaluated', tone: 'muted' } : CONDITIONS[name][1];
}

function formatVerdict(data: Profile['data'], status: number, sent: number): Text {
  const decision = findDecision(data, 'precondition');
  if (status === 428) return { text: 'missing', tone: 'bad' };
  if (status === 412) return { text: 'failed', tone: 'bad' };
  if (sent === 0) return { text: 'none', tone: 'muted' };
  if (!decision) return { text: 'not evaluated', tone: 'muted' };
  return { text: decision.outcome, tone: decision.outcome === 'not modified' ? 'good' : undefined };
}

// After a failed precondition, the tag that the client should send.
function currentTag(data: Profile['data']): Metric | false {
  const current = findDecision(data, 'current tag');
  return current !== undefined && ['Current ETag', codeText(current.outcome)];
}

function freshness(control: string | undefined): Text {
  if (control === undefined) return { text: 'not set', tone: 'warning' };
  const directives = explainCacheControl(control).filter(({ fresh }) => fresh !== undefined);
  // no-store and no-cache take precedence over max-age.
  return (directives.find(({ directive }) => !/^max-age/i.test(directive)) ?? directives[0])?.fresh ?? 'heuristic';
}

function buildConfigurationRows({ cache }: RecordedOperation, headers: readonly HeaderLine[] | undefined): Fact[] {
  const modified = findHeader(headers, 'last-modified');
  const { state, lastModified } = cache;
  return [
    [
      'ETag',
      state === undefined
        ? { text: 'not available for this operation', tone: 'muted' }
        : `${state === 'hash' ? 'from a hash of the item' : `from the field "${state}"`}; the suffix after the hyphen identifies the representation`,
    ],
    [
      'Last-Modified',
      lastModified === undefined
        ? { text: 'no field configured', tone: 'muted' }
        : `from the field "${lastModified}"${modified === undefined ? '' : `: ${modified}`}`,
    ],
    ['Declared', codeText(cache.control)],
    ['Vary', codeOr(findHeader(headers, 'vary'), 'nothing')],
  ];
}
