import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createErrorView } from '../../../core/src/errors/error-view.ts';
import type { ErrorView } from '../../../core/src/errors/error-view.ts';
import { Redactor } from './redaction/redactor.ts';
import { createContext } from '../../../host/src/testing/index.ts';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import { ErrorViews } from './error-views.ts';

const HINT = { text: 'Look behind you' };
const log = (message: string) => ({ time: 0, level: 'info' as const, channel: 'app', message, context: {} });

/** Returns a failed request and the view of its error page. */
function failed(message: string) {
  const trace = new RequestTrace();
  trace.log(log('before'));
  const context = createContext('GET /x', { trace });
  const error = new Error(message);
  context.error = error;
  const views = new ErrorViews(new Redactor(), () => [HINT]);
  const view = createErrorView({
    ...{ error, status: 500, reason: 'Internal Server Error', logs: trace.logs, hints: [HINT] },
    ...{ request: { method: 'GET', url: context.url, headers: [] }, profileUrl: '/_profiler/abcdef' },
  });
  return { trace, context, error, views, shown: views.conceal(view, context, error) };
}

test('the profile has the view of the error page, without the link to the profile', () => {
  const { context, views, shown } = failed('no');
  const { links, ...kept } = views.of(context);
  const { links: ways, ...drawn } = shown;
  assert.deepEqual([links, ways.length], [[], 1]);
  assert.deepEqual(kept, drawn);
  assert.equal(kept.exceptions, shown.exceptions, 'the exceptions are not copied');
});

test('secrets are masked, and the view records that there were some', () => {
  const { context, views, shown } = failed('postgres://ada:hunter22@db refused');
  assert.doesNotMatch(JSON.stringify([shown, views.of(context)]), /hunter22/);
  assert.equal(views.hadSecrets(context), true);
  const { context: harmless, views: others } = failed('no');
  assert.equal(others.hadSecrets(harmless), false);
});

test('records that were logged after the error page was rendered are in the profile', () => {
  const { trace, context, views } = failed('no');
  const messages = ({ logs }: ErrorView): string[] => logs.map(({ message }) => message);
  assert.deepEqual(messages(views.of(context)), ['before']);
  trace.log(log('after, with password=hunter22'));
  assert.deepEqual(messages(views.of(context)), ['before', 'after, with password=•••']);
});

test('an error without an error page has a view for the profile', () => {
  const { context, views } = failed('first');
  context.error = new Error('second');
  assert.equal(views.of(context).message, 'second');
  const unseen = createContext('GET /y?token=hunter22');
  unseen.error = 'thrown';
  const { title, requestLine, message, hints } = views.of(unseen);
  assert.deepEqual(
    { title, requestLine, message, hints },
    {
      title: 'Error 500 Internal Server Error',
      requestLine: 'GET http://localhost/y?token=•••',
      message: 'thrown',
      hints: [HINT],
    },
  );
});
