import type { Profile } from '../../profile/profile.ts';
import type { Block, Panel, PanelView } from '../../profile/view-model.ts';
import { findDecision, findHeader, toList } from '../../profile/recorded-values.ts';
import { codeOr, codeText } from './value-text.ts';
import { column, note, table, titledFacts } from './blocks.ts';
import type { Fact } from './blocks.ts';

/** Shows whether pages of the requesting origin may read the response, with the CORS rule that applies. */
export const corsPanel: Panel = {
  name: 'cors',
  title: 'CORS',
  needsHost: true,
  view({ data }): PanelView | undefined {
    const { cors, request, response } = data;
    if (!cors) return undefined;
    const origin = findHeader(request?.headers, 'origin') ?? '';
    const allowed = findHeader(response?.headers, 'access-control-allow-origin') !== undefined;
    const responseHeaders = toList(response?.headers).filter(([name]) => /^(?:access-control-|vary$)/i.test(name));
    const requestHeaders = toList(request?.headers).filter(([name]) =>
      /^(?:origin|access-control-.*|sec-fetch-.*)$/i.test(name),
    );
    return {
      tone: allowed && findDecision(data, 'cors preflight')?.outcome !== 'refused' ? undefined : 'bad',
      blocks: [
        buildVerdict(data, origin, allowed),
        ...buildPreflightNote(data),
        titledFacts('CORS rule', buildRuleRows(cors.rule)),
        buildHeaderTable('Request headers', requestHeaders),
        buildHeaderTable('Response headers', responseHeaders),
      ],
    };
  },
};

function buildVerdict(data: Profile['data'], origin: string, allowed: boolean): Block {
  const decision = findDecision(data, 'cors');
  const because = decision?.because ?? explainMissingRule(data);
  const may = allowed ? 'may read' : 'cannot read';
  return note(allowed ? 'good' : 'bad', `Pages of ${origin} ${may} this response: ${because}.`);
}

function explainMissingRule({ cors }: Profile['data']): string {
  return cors?.configured ? 'no CORS rule applies to this path' : 'CORS is not configured';
}

function buildPreflightNote(data: Profile['data']): Block[] {
  const decision = findDecision(data, 'cors preflight');
  if (!decision) return [];
  const tone = decision.outcome === 'refused' ? 'bad' : 'good';
  return [note(tone, `The preflight request was ${decision.outcome}: ${decision.because}.`)];
}

function buildRuleRows(rule: Readonly<Record<string, string>> | undefined): Fact[] {
  if (!rule) return [['Rule', { text: 'none', tone: 'muted' }]];
  return Object.entries(LABELS).map(([name, label]) => [label, codeOr(rule[name] || undefined, 'none')]);
}

const LABELS: Readonly<Record<string, string>> = {
  rule: 'Rule',
  origins: 'Allowed origins',
  credentials: 'Credentials',
  methods: 'Allowed methods',
  headers: 'Allowed headers',
  exposed: 'Exposed headers',
};

function buildHeaderTable(title: string, lines: readonly (readonly [string, string])[]): Block {
  return table(
    title,
    [column('Header', 'l'), 'Value'],
    lines.map(([name, value]) => ({ cells: [codeText(name), codeText(value)] })),
    { empty: 'None.' },
  );
}
