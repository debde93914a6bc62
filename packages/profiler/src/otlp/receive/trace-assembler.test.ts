import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { SPAN_KIND } from '../semantic-conventions.ts';
import type { ReceivedSpan } from './received-messages.ts';
import { TraceAssembler } from './trace-assembler.ts';
import type { TraceAssemblerOptions } from './trace-assembler.ts';

const RESOURCE = new Map<string, unknown>([['service.name', 'stock']]);

function span(trace: number, kind: number, name = 'work'): ReceivedSpan {
  const traceId = trace.toString(16).padStart(32, '0');
  const ids = { traceId, spanId: '1'.repeat(16), parentId: '2'.repeat(16) };
  const rest = { flags: 0, start: 1, end: 2, attributes: new Map(), events: [], failed: false, message: '' };
  return { ...ids, name, kind, ...rest };
}

function start(options: Partial<TraceAssemblerOptions>) {
  const emitted: string[] = [];
  const emit: TraceAssemblerOptions['emit'] = ({ spans }) =>
    void emitted.push(`${Number.parseInt(spans[0]!.traceId, 16)}: ${spans.length}`);
  const assembler = new TraceAssembler({ emit, settleMs: 3_600_000, longestMs: 3_600_000, ...options });
  const add = (...entries: ReceivedSpan[]): void => assembler.addSpans({ resource: RESOURCE, entries });
  const until = async (count: number): Promise<void> => {
    for (let attempt = 0; attempt < 200 && emitted.length < count; attempt++) await sleep(20);
    equal(emitted.length, count);
  };
  return { assembler, emitted, add, until };
}

test('a trace is complete some time after the span of its request, and others wait', async () => {
  const { assembler, emitted, add, until } = start({ settleMs: 1 });
  add(span(1, SPAN_KIND.client), span(2, SPAN_KIND.client));
  add(span(1, SPAN_KIND.server));
  await until(1);
  deepEqual(emitted, ['1: 2']);
  assembler.flush();
  deepEqual(emitted, ['1: 2', '2: 1']);
});

test('a trace whose request does not arrive is complete after the longest time', async () => {
  const { emitted, add, until } = start({ longestMs: 1 });
  add(span(1, SPAN_KIND.client));
  await until(1);
  deepEqual(emitted, ['1: 1']);
});

test('at the limits of records and of characters, the oldest trace is complete', () => {
  const byRecords = start({ maxRecords: 3 });
  for (const trace of [1, 1, 2, 3, 4]) byRecords.add(span(trace, SPAN_KIND.client));
  deepEqual(byRecords.emitted, ['1: 2']);
  const byCharacters = start({ maxCharacters: 30_000 });
  for (const trace of [1, 2, 3, 4]) byCharacters.add(span(trace, SPAN_KIND.client, 'x'.repeat(8_000)));
  deepEqual(byCharacters.emitted, ['1: 1']);
});

test('the attributes of a service and the names of events count for the limit of characters', () => {
  const byEvents = start({ maxCharacters: 30_000 });
  const events = [{ name: 'x'.repeat(8_000), time: 1, attributes: new Map() }];
  for (const trace of [1, 2, 3, 4]) byEvents.add({ ...span(trace, SPAN_KIND.client), events });
  deepEqual(byEvents.emitted, ['1: 1']);
  const byResources = start({ maxCharacters: 30_000 });
  const resource = new Map([['process.command', 'x'.repeat(8_000)]]);
  for (const trace of [1, 2, 3, 4])
    byResources.assembler.addSpans({ resource, entries: [span(trace, SPAN_KIND.client)] });
  deepEqual(byResources.emitted, ['1: 1']);
});

test('services and their instances have traces of their own', () => {
  const { assembler, emitted, add } = start({});
  add(span(1, SPAN_KIND.client));
  const other = new Map<string, unknown>([...RESOURCE, ['service.instance.id', 'two']]);
  assembler.addSpans({ resource: other, entries: [span(1, SPAN_KIND.client)] });
  assembler.flush();
  deepEqual(emitted, ['1: 1', '1: 1']);
});
