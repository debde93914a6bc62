import type { Profile, RecordedOperation, RecordedRun } from '../profile.ts';
import { formatCount } from '../render/format.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { toEntries, toList, codeText, formatValue } from './recorded-values.ts';

/**
 * What a request meant to the operation that answered it: each parameter with what it was understood as, which part of the
 * list was asked for and given, and who gave or changed the data.
 */
export const operationPanel: Panel = {
  name: 'operation',
  title: 'API operation',
  view({ data, summary }): PanelView | undefined {
    const { operation, run = NOTHING } = data;
    if (!operation) return undefined;
    const parameters = parameterRows(data);
    const wrong = parameters.filter(({ tone }) => tone !== undefined).length;
    const understood = [...toEntries(run.filters), ...toEntries(run.own)];
    return {
      count: parameters.length > 0 ? parameters.length : undefined,
      tone: wrong > 0 ? 'warning' : undefined,
      blocks: [
        { kind: 'facts', rows: whatRows(operation, run) },
        {
          kind: 'table',
          title: 'Parameters that were sent',
          columns: [{ label: 'Parameter', size: 'l' }, 'Sent', 'Understood as'],
          rows: parameters,
          empty: 'None: everything is as declared.',
        },
        ...(understood.length > 0
          ? [
              {
                kind: 'facts',
                title: 'What the provider was given',
                rows: understood.map(([name, value]) => [name, codeText(formatValue(value))] as const),
              } as const,
            ]
          : []),
        ...(operation.kind === 'list' ? listBlocks(operation, run, summary.status) : []),
        ...(toList(operation.parameters).length > 0 ? [knownBlock(operation)] : []),
      ],
    };
  },
};

const NOTHING: RecordedRun = {};

function whatRows(operation: RecordedOperation, run: RecordedRun): (readonly [string, Text])[] {
  const { name, resource, type, method, path, reads, writes } = operation;
  const scope = toEntries(run.scope);
  return [
    ['Operation', codeText(name)],
    ['Resource', { text: `${resource}, of ${type}`, mono: true }],
    ['Path', codeText(`${method} ${path}`)],
    ...(scope.length > 0
      ? [['Within', codeText(scope.map(([field, value]) => `${field} ${formatValue(value)}`).join(', '))] as const]
      : []),
    ...(reads === undefined ? [] : [['Read by', reads] as const]),
    ...(writes === undefined ? [] : [[operation.kind === 'custom' ? 'Done by' : 'Changed by', writes] as const]),
    ...(run.created === true ? [['Created', { text: 'yes, there was none before', tone: 'good' }] as const] : []),
    ...(run.changed === undefined ? [] : [['Changed', changedText(run.changed)] as const]),
    ...(run.fields === undefined ? [] : [['Fields asked for', codeText(toList(run.fields).join(', '))] as const]),
  ];
}

function changedText(changed: readonly string[]): Text {
  return changed.length === 0
    ? { text: 'nothing: the patch says what is there already', tone: 'muted' }
    : codeText(changed.join(', '));
}

function parameterRows({ request, run = NOTHING }: Profile['data']) {
  const meanings = new Map(toList(run.meanings));
  const refused = new Map(toList(run.violations).map(({ parameter, detail }) => [parameter, detail]));
  return toList(request?.query).map(([name, value]) => {
    const complaint = refused.get(name);
    const meaning = meanings.get(name);
    const cells = (text: Text) => [
      codeText(name),
      value === '' ? { text: '(empty)', tone: 'muted' as const } : codeText(value),
      text,
    ];
    if (complaint !== undefined) return { cells: cells(`refused: it ${complaint}`), tone: 'bad' as const };
    if (toList(run.ignored).includes(name))
      return { cells: cells("ignored: nobody knows it, and the host has query: 'lenient'"), tone: 'warning' as const };
    return { cells: cells(meaning ?? { text: 'taken as it is', tone: 'muted' }), tone: undefined };
  });
}

function listBlocks({ page, order }: RecordedOperation, run: RecordedRun, status: number): Block[] {
  const { window, given } = run;
  if (!window) return [{ kind: 'note', tone: 'muted', text: `The list was never asked for: the answer is ${status}.` }];
  const asked = toList(run.order);
  return [
    {
      kind: 'facts',
      title: 'The part of the list',
      rows: [
        ['Page', pageText(run, page)],
        [
          'Order',
          asked.length > 0
            ? { text: asked.join(', '), mono: true }
            : { text: `${toList(order).join(', ')} (as declared)`, mono: true },
        ],
        ['Counted', run.counted === true ? 'yes' : { text: 'no', tone: 'muted' }],
        ...(given ? [['Given', givenText(given)] as const] : []),
      ],
    },
  ];
}

function pageText({ window }: RecordedRun, page: RecordedOperation['page']): Text {
  if (window === undefined || window.by === 'all') return { text: 'all of it at once, without pages', tone: 'warning' };
  const most = page === undefined ? '' : `, at most ${page.max}`;
  const size = `${formatCount(window.limit ?? 0, 'item')}${window.limit === page?.size ? ' (as declared)' : most}`;
  if (window.by === 'offset') return `page ${window.page ?? 1}, ${size}`;
  const begin = window.from === 'start' || window.from === 'end' ? `from the ${window.from}` : `${window.from} a row`;
  return `by cursor, ${begin}, ${size}`;
}

function givenText({ items, total, next, previous }: NonNullable<RecordedRun['given']>): Text {
  const more = [next === true ? 'more behind' : '', previous === true ? 'more before' : ''].filter(
    (text) => text !== '',
  );
  return [
    items === undefined ? 'items as a stream' : formatCount(items, 'item'),
    ...(total === undefined ? [] : [`of ${total}`]),
    ...(more.length > 0 ? [`(${more.join(', ')})`] : []),
  ].join(' ');
}

function knownBlock({ parameters, dialect }: RecordedOperation): Block {
  return {
    kind: 'details',
    summary: `What can be asked here (${dialect}, ${parameters.length})`,
    blocks: [{ kind: 'code', language: 'text', text: parameters.join('\n') }],
  };
}
