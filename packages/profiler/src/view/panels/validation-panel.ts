import { tryRead } from 'oriel-core/errors';
import type { Profile } from '../../profile/profile.ts';
import type { RecordedViolation } from '../../profile/recorded-operation.ts';
import type { Block, Panel, PanelView, Text } from '../../profile/view-model.ts';
import { findDecision, toEntries, toList } from '../../profile/recorded-values.ts';
import { codeText, parseJson } from './value-text.ts';
import { column, facts, note, table } from './blocks.ts';

/** Shows what was validated against which schema, and each violation with the value sent and the response. */
export const validationPanel: Panel = {
  name: 'validation',
  title: 'Validation',
  needsHost: true,
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
        buildVerdict(passed, failed, summary.status),
        facts([
          ...(input && operation
            ? [
                ['Schema', `of ${operation.name}, by ${input.vendor}`] as const,
                ['Fields', members.length > 0 ? codeText(members.join(', ')) : UNKNOWN_FIELDS] as const,
                ['Validated', VALIDATED[operation.kind] ?? 'the body'] as const,
              ]
            : []),
          ...decisions.map(({ outcome, because }): [string, Text] => ['Decision', `${outcome}: ${because}`]),
        ]),
        ...(failed ? [buildViolationTable(violations, data), buildResponseBlock(data)] : []),
      ],
    };
  },
};

const SUBJECTS: ReadonlySet<string> = new Set(['body', 'query parameters', 'payload']);
const UNKNOWN_FIELDS = { text: 'not available', tone: 'muted' } as const;
const VALIDATED: Readonly<Record<string, string>> = {
  patch: 'the existing item with the patch applied: all fields, not only those sent',
};

function buildVerdict(passed: boolean, failed: boolean, status: number): Block {
  if (failed) return note('bad', `The input was rejected with ${status}.`);
  if (passed) return note('good', 'The input is valid.');
  return note('muted', `Not validated: the request ended earlier with ${status}.`);
}

function buildViolationTable(violations: readonly RecordedViolation[], data: Profile['data']): Block {
  const body = parseRequestBody(data);
  return table(
    'Violations',
    [column('Location', 'l'), 'Issue', 'Sent', column('Code', 'm')],
    violations.map((violation) => {
      const { pointer, parameter, detail, code } = violation;
      return {
        cells: [
          codeText(parameter ?? (pointer === undefined || pointer === '' ? '(the whole body)' : pointer)),
          detail,
          formatSentValue(violation, data, body),
          code === undefined ? '' : codeText(code),
        ],
        tone: 'bad',
      };
    }),
  );
}

function formatSentValue({ pointer, parameter }: RecordedViolation, { request }: Profile['data'], body: unknown): Text {
  if (parameter !== undefined) {
    const values = toList(request?.query)
      .filter(([name]) => name === parameter)
      .map(([, value]) => value);
    return values.length > 0 ? codeText(values.join('\n')) : NOT_SENT;
  }
  const value = getValueAt(body, pointer ?? '');
  if (value === undefined) return NOT_SENT;
  const text = JSON.stringify(value);
  return codeText(text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : text);
}

const NOT_SENT: Text = { text: 'not sent', tone: 'muted' };
const MAX_VALUE_LENGTH = 300;

/** Returns the value at a JSON pointer (RFC 6901). */
function getValueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function parseRequestBody({ request }: Profile['data']): unknown {
  const body = request?.body;
  return body?.encoding === 'text' && /\bjson\b/.test(body.type) ? parseJson(body.content) : undefined;
}

function buildResponseBlock({ response }: Profile['data']): Block {
  const body = response?.body;
  if (!body || body.encoding !== 'text' || body.content === '' || !/\bjson\b/.test(body.type))
    return note('muted', 'The response is not JSON; see the Response panel.');
  return {
    kind: 'code',
    language: 'json',
    title: 'Response, without exception and trace',
    text: indentJson(body.content),
    copy: true,
  };
}

// The Exception panel shows what development mode adds.
function indentJson(text: string): string {
  const members = toEntries(parseJson(text)).filter(([name]) => name !== 'exception' && name !== 'trace');
  // A value that is nested too deep has no indented text.
  return members.length > 0 ? tryRead(() => JSON.stringify(Object.fromEntries(members), null, 2), text) : text;
}
