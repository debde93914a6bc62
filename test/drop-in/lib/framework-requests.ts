import type { RawRequest } from './raw-http.ts';

/** A request that the applications of all frameworks answer, and what its profile contains. */
export interface FrameworkRequest extends RawRequest {
  readonly status: readonly number[];
  /** The content of the response body in the profile; default not compared, because the page is the framework's. */
  readonly response?: string;
  /** The content of the request body in the profile. */
  readonly sent?: string;
  readonly requestBytes?: number;
  readonly bytes?: number;
  /** The template of the route, with `:name` for parameters. Applications without a router have none. */
  readonly route?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly exception?: string;
  readonly user?: unknown;
  readonly logs?: readonly string[];
  /** The number of outgoing calls. */
  readonly calls?: number;
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM_BODY = { 'Content-Type': 'application/x-www-form-urlencoded' };
const HELLO = '{"hello":"world"}';
const UPLOAD = 'x'.repeat(300_000);

export const REQUESTS: Readonly<Record<string, FrameworkRequest>> = {
  'a request': { method: 'GET', path: '/hello', status: [200], response: HELLO, bytes: 17, route: '/hello' },
  'a parameter': get('/users/42', { response: '{"id":"42"}', route: '/users/:id', params: { id: '42' } }),
  'a nested router': get('/shops/books/items/7', {
    response: '{"shop":"books","item":"7"}',
    route: '/shops/:shop/items/:item',
    params: { shop: 'books', item: '7' },
  }),
  'a query': get('/search?q=tea&page=2&password=hunter2', { response: '{"q":"tea","page":"2"}', route: '/search' }),
  'a JSON body': {
    ...{ method: 'POST', path: '/json', headers: JSON_BODY, body: '{"city":"Lisbon","password":"hunter2"}' },
    ...{ status: [200], response: '{"city":"Lisbon"}', sent: '{"city":"Lisbon","password":"•••"}', route: '/json' },
  },
  'a form body': {
    ...{ method: 'POST', path: '/form', headers: FORM_BODY, body: 'city=Lisbon&password=hunter2' },
    ...{ status: [200], response: '{"city":"Lisbon"}', sent: 'city=Lisbon&password=•••', route: '/form' },
  },
  // A body that arrives later than the head is read outside of the execution that received the request.
  'a log after a body': {
    ...{ method: 'POST', path: '/note', headers: JSON_BODY, body: '{"id":"5"}', pause: true },
    ...{ status: [200], response: '{"id":"5"}', logs: ['note 5', 'finished 5'], route: '/note' },
  },
  'invalid JSON': { method: 'POST', path: '/json', headers: JSON_BODY, body: '{"city":', status: [400, 500] },
  'a path without a route': get('/missing', { status: [404] }),
  'a method without a route': { method: 'DELETE', path: '/hello', status: [404, 405] },
  OPTIONS: { method: 'OPTIONS', path: '/hello', status: [200, 204, 404, 405] },
  // NestJS 10 has no HEAD routes on Fastify.
  HEAD: { method: 'HEAD', path: '/hello', status: [200, 404], bytes: 0, route: '/hello' },
  'an error that is thrown': get('/throw', { status: [500], exception: 'TypeError', route: '/throw' }),
  'a rejected promise': get('/reject', { status: [500], exception: 'RangeError', route: '/reject' }),
  'an error with a status': get('/teapot', { status: [418], exception: 'Error', route: '/teapot' }),
  // The error handler of one framework; the others answer 404.
  'an error that the application handles': { method: 'GET', path: '/handled', status: [200, 404] },
  'a streamed response': get('/stream', { response: 'one two three', bytes: 13, route: '/stream' }),
  'an empty response': get('/empty', { status: [204], bytes: 0, route: '/empty' }),
  'a redirect': get('/redirect', { status: [302], route: '/redirect' }),
  'a large response': get('/large', { bytes: 336_000, route: '/large' }),
  'a large body': {
    ...{ method: 'POST', path: '/upload', headers: { 'Content-Type': 'application/octet-stream' }, body: UPLOAD },
    ...{ status: [200], response: '{"bytes":300000}', requestBytes: 300_000, route: '/upload' },
  },
  'a compressed response': get('/gzip', { response: '{"city":"Lisbon","password":"•••"}', route: '/gzip' }),
  'a user': get('/account', {
    headers: { Authorization: 'Bearer ada' },
    ...{ response: '{"id":1,"name":"ada"}', user: { id: 1, name: 'ada' }, route: '/account' },
  }),
  'a log and a call': get('/mark?id=7', {
    ...{ response: '{"id":"7","text":"7"}', logs: ['start 7', 'end 7', 'finished 7'], calls: 1, route: '/mark' },
  }),
};

function get(path: string, more: Partial<FrameworkRequest>): FrameworkRequest {
  return { method: 'GET', path, status: [200], ...more };
}
