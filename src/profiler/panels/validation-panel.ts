import type { Profile, RecordedViolation } from '../profile.ts';
import type { Block, Panel, PanelView, Text } from './view-model.ts';
import { findDecision, toEntries, toList, codeText } from './recorded-values.ts';

/** What was held against which schema, and every violation beside what was sent and what was answered. */
export const validationPanel: Panel = {
  name: 'validation',
  title: 'Validation',
  view({ data, summary }): PanelView | undefined {
    const { operation, run } = data;
    const violations = toList(run?.violations);
    const input = operation?.input;
    const decisions = toList(data.decisions).filter(({ subject }) => SUBJECTS.has(subject));
    if (violations.length === 0 && !input) return undefined;
    const passed = findDecision(data, 'validation')?.outcome === 'passed';
    const failed = violations.length > 0;
    const members = toList(input?.members);
    return {
      count: failed ? violations.length : undefined,
      tone: failed ? 'bad' : undefined,
      blocks: [
        verdict(passed, failed, summary.status),
        {
          kind: 'facts',
          rows: [
            ...(input && operation
              ? [
                  ['Schema', `of ${operation.name}, by ${input.vendor}`] as const,
                  ['It knows', members.length > 0 ? codeText(members.join(', ')) : ANYTHING] as const,
                  ['Held against it', WHAT[operation.kind] ?? 'the body'] as const,
                ]
              : []),
            ...decisions.map(({ outcome, because }): [string, Text] => ['Decided', `${outcome}: ${because}`]),
          ],
        },
        ...(failed ? [violationTable(violations, data), answerBlock(data)] : []),
      ],
    };
  },
};

const SUBJECTS: ReadonlySet<string> = new Set(['body', 'query parameters', 'payload']);
const ANYTHING = { text: 'it does not tell', tone: 'muted' } as const;
const WHAT: Readonly<Record<string, string>> = {
  patch: 'the item that was there, with the patch applied: every member of it, not only those that were sent',
};

function verdict(passed: boolean, failed: boolean, status: number): Block {
  if (failed) return { kind: 'note', tone: 'bad', text: `What was sent was refused with ${status}.` };
  if (passed) return { kind: 'note', tone: 'good', text: 'What was sent meets the schema.' };
  return { kind: 'note', tone: 'muted', text: `It was never validated: the request ended before, with ${status}.` };
}

function violationTable(violations: readonly RecordedViolation[], data: Profile['data']): Block {
  const body = bodyOf(data);
  return {
    kind: 'table',
    title: 'Violations',
    columns: [{ label: 'Where', size: 'l' }, 'What is wrong', 'Sent', { label: 'Code', size: 'm' }],
    rows: violations.map((violation) => {
      const { pointer, parameter, detail, code } = violation;
      return {
        cells: [
          codeText(parameter ?? (pointer === undefined || pointer === '' ? '(the whole body)' : pointer)),
          detail,
          sentText(violation, data, body),
          code === undefined ? '' : codeText(code),
        ],
        tone: 'bad',
      };
    }),
  };
}

function sentText({ pointer, parameter }: RecordedViolation, { request }: Profile['data'], body: unknown): Text {
  if (parameter !== undefined) {
    const values = toList(request?.query)
      .filter(([name]) => name === parameter)
      .map(([, value]) => value);
    return values.length > 0 ? codeText(values.join('\n')) : NOTHING;
  }
  const value = valueAt(body, pointer ?? '');
  if (value === undefined) return NOTHING;
  const text = JSON.stringify(value);
  return codeText(text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
}

const NOTHING: Text = { text: 'nothing', tone: 'muted' };
const LONGEST = 300;

/** What stands at a JSON pointer (RFC 6901). */
function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function bodyOf({ request }: Profile['data']): unknown {
  const body = request?.body;
  if (!body || body.encoding !== 'text' || !/\bjson\b/.test(body.type)) return undefined;
  try {
    return JSON.parse(body.content);
  } catch {
    return undefined;
  }
}

function answerBlock({ response }: Profile['data']): Block {
  const body = response?.body;
  if (!body || body.encoding !== 'text' || body.content === '' || !/\bjson\b/.test(body.type))
    return { kind: 'note', tone: 'muted', text: 'The answer was no JSON; the Response panel has it.' };
  return {
    kind: 'code',
    language: 'json',
    title: 'The answer, without exception and trace',
    text: indented(body.content),
    copy: true,
  };
}

// What only development adds, the Exception panel shows better.
function indented(text: string): string {
  try {
    const members = toEntries(JSON.parse(text)).filter(([name]) => name !== 'exception' && name !== 'trace');
    return members.length > 0 ? JSON.stringify(Object.fromEntries(members), null, 2) : text;
  } catch {
    return text;
  }
}
