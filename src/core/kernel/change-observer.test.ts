import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../http/response.ts';
import { createContext } from '../../testing/create-context.ts';
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
    changes(event, (each) => void (each.response = new HttpResponse(404, [], 'b'))),
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
