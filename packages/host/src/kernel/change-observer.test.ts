import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { createContext } from '../testing/create-context.ts';
import { changeObserver } from './change-observer.ts';
import {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
} from './events.ts';

function changes<E extends object>(event: E, change: (event: E) => void): readonly string[] | undefined {
  const before = changeObserver.capture(event);
  change(event);
  return changeObserver.describeChanges(event, before);
}

test('reports nothing for a listener that changes nothing', () => {
  assert.equal(
    changes(new ResponseEvent(createContext(), new HttpResponse(200, ['A', 'b'])), () => {}),
    undefined,
  );
  assert.equal(
    changes(new FinishRequestEvent(createContext()), () => {}),
    undefined,
  );
});

test('reports headers that were set, replaced or removed', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200, ['A', '1', 'B', '2']));
  const descriptions = changes(
    event,
    ({ response }) => (
      response.headers.set('A', '7'),
      response.headers.append('Vary', 'Accept'),
      response.headers.delete('B')
    ),
  );
  assert.deepEqual(descriptions, [
    'response header A: 7',
    'response header Vary: Accept',
    'response header A removed or replaced',
    'response header B removed or replaced',
  ]);
});

test('reports changes of the status and the body of a response', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200, [], 'a'));
  assert.deepEqual(
    changes(event, (responseEvent) => void (responseEvent.response = new HttpResponse(404, [], 'b'))),
    ['status 200 → 404', 'response body'],
  );
});

test('reports changes of the route, the parameters, the input and the attributes of the context', () => {
  const descriptions = changes(new RequestEvent(createContext()), ({ context }) => {
    context.route = { name: 'city', path: '/cities/{id}' };
    context.params = { id: '7' };
    context.input = { params: 1, query: 2, body: 3 };
    context.attributes.set('a', 1);
  });
  assert.deepEqual(descriptions, ['route city', 'path parameters', 'validated input', 'attributes']);
});

test('reports a response to kernel.request with its status and headers', () => {
  assert.deepEqual(
    changes(new RequestEvent(createContext()), (event) => event.respond(new HttpResponse(204, ['Allow', 'GET']))),
    ['response 204', 'response header Allow: GET'],
  );
});

test('reports a change of the value that an event is about', () => {
  const context = createContext();
  assert.deepEqual(
    changes(new ViewEvent(context, 1), (event) => void (event.value = 2)),
    ['the data to send'],
  );
  assert.deepEqual(
    changes(new ControllerEvent(context, () => 1), (event) => void (event.controller = () => 2)),
    ['the controller'],
  );
  assert.deepEqual(
    changes(new ControllerArgumentsEvent(context, () => 1, []), (event) => void (event.args = [1])),
    ['the arguments of the controller'],
  );
  assert.deepEqual(
    changes(new ExceptionEvent(context, 1), (event) => void (event.error = 2)),
    ['the error'],
  );
});

test('reports a header whose value is not a string', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200));
  assert.deepEqual(
    changes(event, ({ response }) => response.headers.list.push('A', 7 as unknown as string)),
    ['response header A: 7'],
  );
});

test('one reading serves all listeners of an event: each change is reported once', () => {
  const context = createContext();
  const event = new ViewEvent(context, 1);
  const known = changeObserver.capture(event);
  const next = (change: () => void): readonly string[] | undefined => {
    change();
    const described = changeObserver.describeChanges(event, known);
    assert.equal(changeObserver.describeChanges(event, known), undefined);
    return described;
  };
  assert.deepEqual(
    [
      next(() => (context.route = { name: 'city', path: '/cities' })),
      next(() => (context.params = { id: '1' })),
      next(() => (context.input = { params: 1, query: 2, body: 3 })),
      next(() => context.attributes.set('a', 1)),
      next(() => void (event.value = 2)),
      next(() => void (event.body = 'two')),
      next(() => event.respond(new HttpResponse(200, ['A', '1']))),
      next(() => void (event.response!.status = 201)),
      next(() => void (event.response!.body = 'text')),
      next(() => event.response!.headers.append('B', '2')),
      next(() => event.response!.headers.append('C', '3')),
      next(() => event.response!.headers.delete('A')),
      next(() => void (event.response = undefined)),
      next(() => event.respond(new HttpResponse(200, ['B', '2']))),
    ],
    [
      ['route city'],
      ['path parameters'],
      ['validated input'],
      ['attributes'],
      ['the data to send'],
      ['the data to send'],
      ['response 200', 'response header A: 1'],
      ['status 200 → 201'],
      ['response body'],
      ['response header B: 2'],
      ['response header C: 3'],
      ['response header A removed or replaced'],
      undefined,
      ['response 200', 'response header B: 2'],
    ],
  );
});

test('a response that is set before a listener runs is compared with its status, body and headers', () => {
  for (const event of [
    new ResponseEvent(createContext(), new HttpResponse(200, ['A', '1'], 'a')),
    Object.assign(new RequestEvent(createContext()), { response: new HttpResponse(200, ['A', '1'], 'a') }),
    Object.assign(new ExceptionEvent(createContext(), 1), { response: new HttpResponse(200, ['A', '1'], 'a') }),
    Object.assign(new ViewEvent(createContext(), 1), { response: new HttpResponse(200, ['A', '1'], 'a') }),
  ]) {
    const known = changeObserver.capture(event);
    assert.equal(changeObserver.describeChanges(event, known), undefined);
    event.response.headers.list[1] = '2';
    event.response.body = 'b';
    assert.deepEqual(changeObserver.describeChanges(event, known), [
      'response body',
      'response header A: 2',
      'response header A removed or replaced',
    ]);
  }
});

test('long header values are cut to 300 characters, in added and in replaced headers', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200, ['X', 'a', 'Y', '1'.repeat(300)]));
  const long = 'y'.repeat(301);
  const known = changeObserver.capture(event);
  for (const name of ['Z', 'Vary']) event.response.headers.append(name, long);
  event.response.headers.append('W', 'w'.repeat(300));
  assert.deepEqual(changeObserver.describeChanges(event, known), [
    `response header Z: ${'y'.repeat(300)}`,
    `response header Vary: ${'y'.repeat(300)}`,
    `response header W: ${'w'.repeat(300)}`,
  ]);
  event.response.headers.list[1] = long;
  event.response.headers.list[3] = '2'.repeat(300);
  assert.deepEqual(changeObserver.describeChanges(event, known)!.slice(0, 2), [
    `response header X: ${'y'.repeat(300)}`,
    `response header Y: ${'2'.repeat(300)}`,
  ]);
});

test('at most 300 header lines of one listener are described', () => {
  const lines = Array.from({ length: 301 }, (_, i) => [`A${i}`, 'x']).flat();
  const added = new ResponseEvent(createContext(), new HttpResponse(200, ['B', '0']));
  const appended = changes(added, ({ response }) => void response.headers.list.push(...lines))!;
  assert.deepEqual(
    [appended.length, appended[0], appended.at(-1)],
    [300, 'response header A0: x', 'response header A299: x'],
  );
  const replaced = new ResponseEvent(createContext(), new HttpResponse(200, ['B', '0']));
  const described = changes(replaced, ({ response }) => void response.headers.list.splice(0, 2, ...lines))!;
  assert.deepEqual(
    [described.length, described.at(-2), described.at(-1)],
    [301, 'response header A299: x', 'response header B removed or replaced'],
  );
});

test('a value of a header is described as it is in each response, also if it changes and returns', () => {
  const describe = (name: string, value: string): readonly string[] | undefined =>
    changes(new ResponseEvent(createContext(), new HttpResponse(200)), ({ response }) =>
      response.headers.append(name, value),
    );
  for (const name of ['Vary', 'X-Frame-Options', 'X-Own'])
    for (const value of ['a', 'a', 'b', 'a'])
      assert.deepEqual(describe(name, value), [`response header ${name}: ${value}`]);
});
