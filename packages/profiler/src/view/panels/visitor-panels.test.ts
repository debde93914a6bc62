import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import type { KnownFacts } from '../../../../../test/profiler/known-profile.ts';
import type { Span } from '../../../../core/src/trace/trace.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import { drawPanel } from './draw-panel.ts';
import { PANELS } from './panels.ts';

function view(name: string, facts: KnownFacts) {
  const panel = PANELS.find((candidate) => candidate.name === name)!;
  return drawPanel(panel, knownProfile(facts), NO_LINKS);
}

/** Returns the text of a panel. */
const read = (name: string, facts: KnownFacts): string => renderBlocksAsText(view(name, facts)!.blocks);

let ids = 0;
const update = (details: object, more: Partial<Span> = {}): Span => ({
  ...{ id: ++ids, parent: 0, kind: 'hub', name: 'publish', start: 1, duration: 2.5 },
  ...more,
  details: details as Record<string, unknown>,
});

test('the hub panel shows topics, audience and local receivers of an update', () => {
  const spans = [
    update({ topics: ['/a/1', '/all'], private: true, bytes: 12, receivers: 3, because: 'a was changed', id: 'urn:1' }),
    update({ topics: ['/b'], bytes: 4, receivers: 1, withheld: 1 }),
  ];
  const text = read('hub', { data: { spans } });
  assert.match(text, /Updates: 2 +Private: 1 +Local receivers: 4/);
  assert.match(text, /authorized +12 +2\.50 +3 +\/a\/1\n/);
  assert.match(text, /Alternate topic +\/all\n +Reason +a was changed\n +Id +urn:1/);
  assert.match(text, /public +4 +2\.50 +1 +\/b\n +Withheld +from 1 subscriber of this process, without a token/);
});

test('the hub panel shows unknown receivers of a remote hub, and the reason of a failure', () => {
  const spans = [update({ topics: ['/a'] }, { duration: -1 }), update({ bytes: 4 }, { error: 'the hub answered 401' })];
  const text = read('hub', { data: { spans } });
  assert.match(text, /Local receivers: unknown/);
  assert.match(text, /public +pending +unknown +\/a\n/);
  assert.match(text, /public +4 +2\.50 +failed/);
  assert.match(text, /Failed +the hub answered 401/);
  assert.equal(view('hub', { data: { spans } })!.tone, 'bad');
  assert.equal(view('hub', { data: { spans: spans.slice(0, 1) } })!.tone, undefined);
});

test('the hub panel shows the grants of the cookie, or that it failed', () => {
  const cookie = (...outcomes: string[]) =>
    /Cookie: (.*)/.exec(
      read('hub', {
        data: { decisions: outcomes.map((outcome) => ({ subject: 'hub cookie', outcome, because: 'so' })) },
      }),
    )![1];
  assert.equal(cookie('nothing', 'cut'), 'none');
  assert.equal(cookie('/api/a/{id}', 'nothing'), 'for 1 resource');
  assert.equal(cookie('/api/a/{id}', '/api/b/{id}'), 'for 2 resources');
  assert.equal(cookie('/api/a/{id}', 'none'), 'failed');
  const decisions = [{ subject: 'hub link', outcome: 'https://hub.example/', because: 'books are live' }];
  assert.match(read('hub', { data: { decisions } }), /No updates were published during this request\./);
});

test('the CORS panel shows missing rules and refused preflight requests', () => {
  const asked = { request: { headers: [['Origin', 'https://a.example']] as [string, string][] } };
  const text = (configured: boolean) => read('cors', { ...asked, data: { cors: { configured } as never } });
  assert.match(
    text(true),
    /Pages of https:\/\/a\.example cannot read this response: no CORS rule applies to this path\./,
  );
  assert.match(text(false), /CORS is not configured/);
  const preflight = (outcome: string) =>
    view('cors', {
      ...asked,
      response: { headers: [['Access-Control-Allow-Origin', 'https://a.example']] },
      data: {
        cors: { configured: true } as never,
        decisions: [{ subject: 'cors preflight', outcome, because: 'so it is' }],
      },
    })!;
  assert.equal(preflight('refused').tone, 'bad');
  assert.equal(preflight('answered').tone, undefined);
  assert.match(renderBlocksAsText(preflight('answered').blocks), /The preflight request was answered: so it is\./);
});

test('the locale panel shows whether and on which headers the response depends', () => {
  const locale = { tag: 'de', source: 'accept-language', because: 'they like it best', considered: [] };
  const text = (more: object, headers: [string, string][] = []) =>
    read('locale', { data: { locale: { ...locale, ...more } as never }, response: { headers } });
  const unasked = text({ asked: false, vary: 'Accept-Language' });
  assert.match(unasked, /Source: Accept-Language +Content-Language: none/);
  assert.match(unasked, /Used +no, the response is the same[^\n]*\nVary +nothing/);
  const asked = text({ asked: true, vary: 'Accept-Language' }, [['Content-Language', 'de']]);
  assert.match(asked, /Content-Language: de/);
  assert.match(asked, /Used +yes, the response depends[^\n]*\nVary +Accept-Language/);
  assert.match(text({ asked: true, vary: '', source: 'the moon' }), /Source: the moon[\s\S]*Vary +nothing/);
});

test('the HTTP client panel shows no body phase for a running call', () => {
  const call = (duration: number, headersAt: number): Span => ({
    ...{ id: ++ids, parent: 0, kind: 'http', name: 'GET https://x.example/', start: 1, duration },
    details: { status: 200, headersAt },
  });
  const running = read('http-client', { data: { spans: [call(-1, 3)] } });
  assert.match(running, /still running +GET/);
  assert.match(running, /Until the headers +3\.0 ms/);
  assert.doesNotMatch(running, /Reading the body/);
  assert.match(read('http-client', { data: { spans: [call(5, 3)] } }), /Reading the body +2\.0 ms/);
});

test('the pipeline panel shows a forwarded request without route and response', () => {
  const forward = (details: object): Span => ({
    ...{ id: ++ids, parent: 0, kind: 'kernel', name: 'forward', start: 0, duration: 1 },
    details: { forwarded: 'GET', target: '/inner', ...details },
  });
  const listener = { event: 'kernel.request', listener: 'router', priority: 1, outcome: 'called', duration: 1 };
  const text = (details: object) =>
    read('pipeline', { data: { spans: [forward(details)], pipeline: [listener] as never } });
  assert.match(text({}), /GET \/inner +none +1\.0 ms/);
  assert.match(text({ route: 'inner', status: 204 }), /GET \/inner +inner +204 +1\.0 ms/);
  assert.doesNotMatch(text({}), /Decisions/);
});

test('the exception panel renders an unknown view without inventing data', () => {
  const text = read('exception', { data: { exception: { exceptions: [] } } });
  assert.match(text, /Request\nResponse/);
});

test('the database panel shows queries without a caller', () => {
  const query = (sql: string, parameter: number, details: object = {}): Span => ({
    ...{ id: ++ids, parent: 0, kind: 'db', name: sql, start: ids, duration: 1 },
    details: { parameters: [parameter], rows: 1, ...details },
  });
  const asked = (parent: Span) =>
    read('database', {
      data: { spans: [parent, ...[1, 2, 3, 4, 5].map((id) => query('select * from books where shelf = ?', id))] },
    });
  const many =
    /N\+1: 5 × select \* from books where shelf = \?, 5\.0 ms, once for each row of select \* from shelves\n/;
  assert.match(asked(query('select * from shelves', 0, { rows: 5 })), many);
  // Also for five rows of a longer list, and of a list of unknown length.
  assert.match(asked(query('select * from shelves', 0, { rows: 9 })), many);
  assert.match(asked(query('select * from shelves', 0, { rows: undefined })), many);
  assert.match(asked(query('select * from shelves', 0, { rows: 4 })), /N\+1: 5 × [^,]*, 5\.0 ms\n/);
});

test('the security panel shows a CSRF refusal although a rule granted access', () => {
  const decisions = [
    { subject: 'access', outcome: 'granted', because: 'notes.create: signed-in says yes' },
    { subject: 'csrf', outcome: 'refused', because: 'The request comes from another site' },
  ];
  const facts = { summary: { status: 403 }, data: { decisions } };
  const text = read('security', facts);
  assert.match(text, /Access: refused/);
  assert.match(text, /403: The request comes from another site/);
  assert.match(text, /csrf +refused/);
  assert.equal(view('security', facts)!.tone, 'bad');
});

test('the cache panel shows the current ETag after a failed precondition', () => {
  const decisions = [
    { subject: 'precondition', outcome: 'failed', because: 'If-Match does not match the current state' },
    { subject: 'current tag', outcome: '"new-json"', because: 'what a precondition has to name now' },
  ];
  const operation = { cache: { state: 'hash', control: 'no-cache' } } as never;
  assert.match(read('cache', { summary: { status: 412 }, data: { decisions, operation } }), /Current ETag: "new-json"/);
});
