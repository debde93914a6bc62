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
  const before = changeObserver.look(event);
  change(event);
  return changeObserver.tell(event, before);
}

test('who changed nothing is told nothing about', () => {
  assert.equal(
    changes(new ResponseEvent(createContext(), new HttpResponse(200, ['A', 'b'])), () => {}),
    undefined,
  );
  assert.equal(
    changes(new FinishRequestEvent(createContext()), () => {}),
    undefined,
  );
});

test('who set, replaced or removed a header is known', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200, ['A', '1', 'B', '2']));
  const told = changes(
    event,
    ({ response }) => (
      response.headers.set('A', '7'),
      response.headers.append('Vary', 'Accept'),
      response.headers.delete('B')
    ),
  );
  assert.deepEqual(told, [
    'response header A: 7',
    'response header Vary: Accept',
    'response header A removed or replaced',
    'response header B removed or replaced',
  ]);
});

test('status and body of a response are watched', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200, [], 'a'));
  assert.deepEqual(
    changes(event, (each) => void (each.response = new HttpResponse(404, [], 'b'))),
    ['status 200 → 404', 'response body'],
  );
});

test('route, parameters, input and attributes of the notebook are watched', () => {
  const told = changes(new RequestEvent(createContext()), ({ context }) => {
    context.route = { name: 'city', path: '/cities/{id}' };
    context.params = { id: '7' };
    context.input = { params: 1, query: 2, body: 3 };
    context.attributes.set('a', 1);
  });
  assert.deepEqual(told, ['route city', 'path parameters', 'validated input', 'attributes']);
});

test('an early answer is told with its status and headers', () => {
  assert.deepEqual(
    changes(new RequestEvent(createContext()), (event) => event.respond(new HttpResponse(204, ['Allow', 'GET']))),
    ['response 204', 'response header Allow: GET'],
  );
});

test('what an event is about is watched', () => {
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

test('a header that is no text does not stop the watcher', () => {
  const event = new ResponseEvent(createContext(), new HttpResponse(200));
  assert.deepEqual(
    changes(event, ({ response }) => response.headers.list.push('A', 7 as unknown as string)),
    ['response header A: 7'],
  );
});
