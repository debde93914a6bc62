import type { Profile } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { findDecision, findHeader, toList, codeText } from './recorded-values.ts';

/** Whether pages of the origin that asked may read the answer, why, and what its rule says. */
export const corsPanel: Panel = {
  name: 'cors',
  title: 'CORS',
  view({ data }): PanelView | undefined {
    const { cors, request, response } = data;
    if (!cors) return undefined;
    const origin = findHeader(request?.headers, 'origin') ?? '';
    const allowed = findHeader(response?.headers, 'access-control-allow-origin') !== undefined;
    const sent = toList(response?.headers).filter(([name]) => /^(?:access-control-|vary$)/i.test(name));
    const asked = toList(request?.headers).filter(([name]) =>
      /^(?:origin|access-control-.*|sec-fetch-.*)$/i.test(name),
    );
    return {
      tone: allowed && findDecision(data, 'cors preflight')?.outcome !== 'refused' ? undefined : 'bad',
      blocks: [
        verdict(data, origin, allowed),
        ...preflightNote(data),
        { kind: 'facts', title: 'The rule', rows: ruleRows(cors.rule) },
        headerTable('Sent with the question', asked),
        headerTable('Told to the browser', sent),
      ],
    };
  },
};

function verdict(data: Profile['data'], origin: string, allowed: boolean): Block {
  const decision = findDecision(data, 'cors');
  const because = decision?.because ?? noRule(data);
  const may = allowed ? 'may read' : 'cannot read';
  return {
    kind: 'note',
    tone: allowed ? 'good' : 'bad',
    text: `Pages of ${origin} ${may} this answer. Because: ${because}.`,
  };
}

function noRule({ cors }: Profile['data']): string {
  return cors?.configured ? 'no rule is for this path' : 'this host has no rules for other origins';
}

function preflightNote(data: Profile['data']): Block[] {
  const decision = findDecision(data, 'cors preflight');
  if (!decision) return [];
  const tone = decision.outcome === 'refused' ? 'bad' : 'good';
  return [{ kind: 'note', tone, text: `The preflight was ${decision.outcome}. Because: ${decision.because}.` }];
}

function ruleRows(rule: Readonly<Record<string, string>> | undefined): (readonly [string, Text])[] {
  if (!rule) return [['Rule', { text: 'none', tone: 'muted' }]];
  return Object.entries(LABELS).map(([name, label]) => {
    const value = rule[name];
    return [label, value === undefined || value === '' ? { text: 'none', tone: 'muted' } : codeText(value)];
  });
}

const LABELS: Readonly<Record<string, string>> = {
  rule: 'Rule',
  origins: 'Admits',
  credentials: 'Credentials',
  methods: 'May be sent',
  headers: 'With the headers',
  exposed: 'May be read',
  maxAge: 'Seconds it holds',
  privateNetwork: 'Private network',
};

function headerTable(title: string, lines: readonly (readonly [string, string])[]): Block {
  return {
    kind: 'table',
    title,
    columns: [{ label: 'Header', size: 'l' }, 'Value'],
    rows: lines.map(([name, value]) => ({ cells: [codeText(name), codeText(value)] })),
    empty: 'Nothing.',
  };
}
