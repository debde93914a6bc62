import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotFoundError } from '../http/http-errors.ts';
import { errorMarkdown } from '../error-pages/error-markdown.ts';
import { errorPage } from '../error-pages/error-page.ts';
import { errorProblem } from '../error-pages/error-problem.ts';
import { errorText } from '../error-pages/error-text.ts';
import { createErrorView } from './error-view.ts';
import type { ErrorInput } from './error-view.ts';

const create = (input: Partial<ErrorInput> = {}) =>
  createErrorView({
    error: new NotFoundError('No book 7'),
    status: 404,
    reason: 'Not Found',
    request: { method: 'GET', url: 'http://localhost/books/7', headers: [] },
    logs: [],
    hints: [],
    ...input,
  });

test('the view has the title, the message and the request line', () => {
  const view = create();
  assert.equal(view.title, 'Error 404 Not Found');
  assert.equal(view.message, 'No book 7');
  assert.equal(view.requestLine, 'GET http://localhost/books/7');
});

test('the view is equal after a JSON round trip', () => {
  const view = create({
    error: new Error('a', { cause: new AggregateError([1, null, new Date()]) }),
    profileUrl: '/_profiler/a',
  });
  assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
});

test('secrets in headers and in the query are redacted', () => {
  const headers: [string, string][] = [
    ['Accept', 'text/html'],
    ['Cookie', 'sid=1'],
    ['authorization', 'Bearer x'],
    ['X-Session-Token', 'y'],
    ['Referer', 'http://h/?password=z&a=1'],
  ];
  const view = create({ request: { method: 'GET', url: 'http://h/?token=abc&page=2', headers } });
  assert.equal(view.requestLine, 'GET http://h/?token=•••&page=2');
  assert.deepEqual(
    view.request.headers.map(([, value]) => value),
    ['text/html', '•••', '•••', '•••', 'http://h/?password=•••&a=1'],
  );
});

test('the latest 100 log records have time, level, channel and message', () => {
  const time = new Date(2026, 1, 3, 4, 5, 6).getTime();
  const log = { level: 'error', channel: 'db', message: 'Slow', context: { ms: 3, secret: 'x' }, time } as const;
  assert.deepEqual(create({ logs: [log] }).logs, [
    { time: '04:05:06', level: 'error', channel: 'db', message: 'Slow', context: '{"ms":3,"secret":"•••"}' },
  ]);
  const many = create({ logs: Array.from({ length: 250 }, (_, i) => ({ ...log, message: `m${i}`, context: {} })) });
  assert.deepEqual(
    [many.logs.length, many.omittedLogs, many.logs.at(-1)?.message, many.logs[0]?.context],
    [100, 150, 'm249', ''],
  );
});

test('links with a scheme other than http and https have no address', () => {
  const links = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil',
    '/\\evil',
    '/books',
    'https://h/x',
    '?a=1',
  ].map((href) => ({ label: 'x', href }));
  const view = create({ hints: [{ text: 'Try', links }], profileUrl: 'javascript:alert(1)' });
  assert.deepEqual(
    view.hints[0]?.links?.map(({ href }) => href),
    ['', '', '', '', '', '/books', 'https://h/x', '?a=1'],
  );
  assert.equal(view.links[0]?.href, '');
});

test('source excerpts have the exact line and column', () => {
  const error = Object.assign(new Error('x'), { stack: 'Error: x\n    at f (/app/a.ts:2:9)' });
  const [frame] = create({ error, root: '/app', readSource: () => 'one\nreturn oops();\nthree' }).exceptions[0]!.frames;
  assert.deepEqual(frame?.excerpt, {
    start: 1,
    lines: ['one', 'return oops();', 'three'],
    highlight: { line: 2, column: 9 },
  });
});

const bomb = (): never => {
  throw new Error('boom');
};
const hostile: Record<string, Partial<ErrorInput>> = {
  'headers that throw while they are read': {
    request: { method: 'GET', url: '/', headers: { [Symbol.iterator]: bomb } },
  },
  'a source reader that throws': { error: new Error('x'), root: import.meta.dirname, readSource: bomb },
  'a root that does not exist': { root: '/no/such/folder' },
  'a log context that throws': {
    logs: [{ level: 'info', channel: '', message: '', time: NaN, context: new Proxy({}, { ownKeys: bomb }) }],
  },
  'a proxy that refuses everything': {
    error: new Proxy(new Error(), { get: bomb, getPrototypeOf: bomb, ownKeys: bomb }),
  },
  'markup in every text': everywhere('"><img src=x onerror=alert(1)><script>alert(1)</script>'),
  'Markdown in every text': everywhere('``` \n# <img src=x onerror=alert(1)>\n````\n[x](javascript:alert(1))'),
  'control characters in every text': everywhere('\u001b[2J\0\r\u202e'),
};

for (const [name, input] of Object.entries(hostile)) {
  test(`every format renders ${name}`, () => {
    const view = create(input);
    const page = errorPage(view, 'nonce');
    assert.doesNotMatch(page, /<img|<script/);
    assert.doesNotMatch(outsideOfCode(errorMarkdown(view)), /<img|<script|javascript:/);
    for (const text of [page, errorText(view), errorMarkdown(view), JSON.stringify(errorProblem(new Error(), view))]) {
      // oxlint-disable-next-line no-control-regex -- control characters must not occur
      assert.doesNotMatch(text, /[\0\u001b\u202e]|\r(?!\n)/);
    }
  });
}

/** Returns the Markdown without its fenced blocks and code spans. */
function outsideOfCode(markdown: string): string {
  return markdown.replace(/^(`{3,})text\n.*?\n\1$/gms, '').replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs, '');
}

function everywhere(text: string): Partial<ErrorInput> {
  const error = Object.assign(new Error(text, { cause: text }), {
    code: text,
    [text]: text,
    stack: `Error: ${text}\n at ${text} (/app/${text}.ts:1:1)`,
  });
  class Named extends Error {
    static override readonly name = text;
  }
  return {
    error: new AggregateError([error, new Named(text), { [text]: text }], text),
    request: { method: text, url: text, version: text, headers: [[text, text]], route: text, id: text },
    logs: [{ level: text as 'info', channel: text, message: text, context: { [text]: text }, time: 0 }],
    hints: [
      {
        text,
        links: [
          { label: text, href: text },
          { label: text, href: `/${text}` },
        ],
      },
    ],
    profileUrl: `/${text}`,
    root: '/app',
    readSource: () => text,
  };
}
