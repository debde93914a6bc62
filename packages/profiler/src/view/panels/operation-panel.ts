import type { Profile } from '../../profile/profile.ts';
import type { RecordedRun, RecordedOperation } from '../../profile/recorded-operation.ts';
import { formatCount } from '../render/format.ts';
import type { Block, Panel, PanelView, Text } from '../../profile/view-model.ts';
import { toEntries, toList } from '../../profile/recorded-values.ts';
import { codeText, formatValue } from './value-text.ts';
import { column, facts, note, table, titledFacts } from './blocks.ts';
import type { Fact } from './blocks.ts';

/**
 * Shows how an operation of a resource interpreted the request: parameters, pagination, order, data sources and changes.
 */
export const operationPanel: Panel = {
  name: 'operation',
  title: 'API operation',
  needsHost: true,
  view({ data, summary }): PanelView | undefined {
    const { operation, run = EMPTY_RUN } = data;
    if (!operation) return undefined;
    const parameters = buildParameterRows(data);
    const wrong = parameters.filter(({ tone }) => tone !== undefined).length;
    const providerParameters = [...toEntries(run.filters), ...toEntries(run.own)];
    return {
      count: parameters.length > 0 ? parameters.length : undefined,
      tone: wrong > 0 ? 'warning' : undefined,
      blocks: [
        facts(buildOperationRows(operation, run)),
        table('Parameters sent', [column('Parameter', 'l'), 'Sent', 'Interpreted as'], parameters, { empty: 'None.' }),
        ...(providerParameters.length > 0
          ? [
              titledFacts(
                'Parameters of the provider',
                providerParameters.map(([name, value]) => [name, codeText(formatValue(value))] as const),
              ),
            ]
          : []),
        ...(operation.kind === 'list' ? buildPaginationBlocks(operation, run, summary.status) : []),
        ...(toList(operation.parameters).length > 0 ? [buildAvailableParameters(operation)] : []),
      ],
    };
  },
};

const EMPTY_RUN: RecordedRun = {};

function buildOperationRows(operation: RecordedOperation, run: RecordedRun): (Fact | false)[] {
  const { name, resource, type, method, path, reads, writes } = operation;
  const scope = toEntries(toList(run.limits).find(({ by }) => by === 'path')?.condition);
  return [
    ['Operation', codeText(name)],
    ['Resource', { text: `${resource}, of ${type}`, mono: true }],
    ['Path', codeText(`${method} ${path}`)],
    scope.length > 0 && [
      'Parent',
      codeText(scope.map(([field, value]) => `${field} ${formatValue(value)}`).join(', ')),
    ],
    reads !== undefined && ['Read by', reads],
    writes !== undefined && [operation.kind === 'custom' ? 'Run by' : 'Changed by', writes],
    run.created === true && ['Created', { text: 'yes, the item did not exist', tone: 'good' }],
    run.changed !== undefined && ['Changed', formatChanges(run.changed)],
    run.fields !== undefined && ['Selected fields', codeText(toList(run.fields).join(', '))],
  ];
}

function formatChanges(changed: readonly string[]): Text {
  return changed.length === 0
    ? { text: 'nothing: the patch equals the current values', tone: 'muted' }
    : codeText(changed.join(', '));
}

function buildParameterRows({ request, run = EMPTY_RUN }: Profile['data']) {
  const meanings = new Map(toList(run.meanings));
  const refused = new Map(toList(run.violations).map(({ parameter, detail }) => [parameter, detail]));
  return toList(request?.query).map(([name, value]) => {
    const issue = refused.get(name);
    const meaning = meanings.get(name);
    const cells = (text: Text) => [
      codeText(name),
      value === '' ? { text: '(empty)', tone: 'muted' as const } : codeText(value),
      text,
    ];
    if (issue !== undefined) return { cells: cells(`rejected: ${issue}`), tone: 'bad' as const };
    if (toList(run.ignored).includes(name))
      return {
        cells: cells("ignored: unknown parameter, and the host has query: 'lenient'"),
        tone: 'warning' as const,
      };
    return { cells: cells(meaning ?? { text: 'used as sent', tone: 'muted' }), tone: undefined };
  });
}

function buildPaginationBlocks({ page, order }: RecordedOperation, run: RecordedRun, status: number): Block[] {
  const { window, given } = run;
  if (!window) return [note('muted', `The list was not read: the request ended with ${status}.`)];
  const requestedOrder = toList(run.order);
  return [
    titledFacts('Pagination', [
      ['Page', formatPage(run, page)],
      [
        'Order',
        requestedOrder.length > 0
          ? { text: requestedOrder.join(', '), mono: true }
          : { text: `${toList(order).join(', ')} (default)`, mono: true },
      ],
      ['Counted', run.counted === true ? 'yes' : { text: 'no', tone: 'muted' }],
      given !== undefined && ['Returned', formatReturned(given)],
    ]),
  ];
}

function formatPage({ window }: RecordedRun, page: RecordedOperation['page']): Text {
  if (window === undefined || window.by === 'all')
    return { text: 'the whole list, without pagination', tone: 'warning' };
  const most = page === undefined ? '' : `, at most ${page.max}`;
  const size = `${formatCount(window.limit ?? 0, 'item')}${window.limit === page?.size ? ' (default)' : most}`;
  if (window.by === 'offset') return `page ${window.page ?? 1}, ${size}`;
  const begin =
    window.from === 'start' || window.from === 'end' ? `from the ${window.from}` : `${window.from} a cursor`;
  return `by cursor, ${begin}, ${size}`;
}

function formatReturned({ items, total, next, previous }: NonNullable<RecordedRun['given']>): Text {
  const more = [next === true ? 'has next page' : '', previous === true ? 'has previous page' : ''].filter(
    (text) => text !== '',
  );
  return [
    items === undefined ? 'items as a stream' : formatCount(items, 'item'),
    ...(total === undefined ? [] : [`of ${total}`]),
    ...(more.length > 0 ? [`(${more.join(', ')})`] : []),
  ].join(' ');
}

function buildAvailableParameters({ parameters, dialect }: RecordedOperation): Block {
  return {
    kind: 'details',
    summary: `Available parameters (${dialect}, ${parameters.length})`,
    blocks: [{ kind: 'code', language: 'text', text: parameters.join('\n') }],
  };
}
