import { noRouteMessage, patchTypes, changeToRoutingProblem, changeToProblem } from './difference.ts';
import { ORIGIN_ROWS } from './origin-rows.ts';
import type { Difference } from './difference.ts';

const ANY_PATH = 'Errors are negotiated on every path; API types get a problem document';
const PAGE_NUMBER = 'JSON:API uses page[number]; an unknown parameter is rejected with 400';
const STRICT =
  'Strict by default: unknown query parameters are rejected with 400, and unknown members of a body with 422';
const MORE_ENTRYPOINTS = 'JSON:API and HAL also have an entrypoint';
const NO_OBJECT = 'A body that is not an object is rejected with 422 for the whole body';

/** Differences from the newer release in single responses. */
export const NEWER_ROWS: Readonly<Record<string, Difference>> = {
  ...ORIGIN_ROWS,
  'collection p2 jsonapi': wrongPage(),
  'collection last jsonapi': wrongPage(),
  'collection beyond jsonapi': wrongPage(),
  'collection beyond hal': {
    because: 'There is no next link after the last page, and an empty list is still a list',
    change({ headers, body }) {
      const { _links: links } = body as { _links: Record<string, unknown> };
      delete links['next'];
      links['item'] = [];
      Object.assign(body as object, { _embedded: { item: [] } });
      headers['link'] = (headers['link'] as string[]).filter((link) => !link.endsWith('rel="next"'));
    },
  },
  'no route jsonapi': noPage(noRouteMessage('GET', '/nope')),
  'no route hal': noPage(noRouteMessage('GET', '/nope')),
  '405 jsonapi': noPage(`${noRouteMessage('DELETE', '/books')}: Method Not Allowed (Allow: GET, POST)`),
  '405 hal': noPage(`${noRouteMessage('DELETE', '/books')}: Method Not Allowed (Allow: GET, POST)`),
  'entrypoint jsonapi': {
    because: MORE_ENTRYPOINTS,
    change(expected) {
      entrypoint(expected.headers, 'application/vnd.api+json');
      expected.status = 200;
      expected.body = { jsonapi: { version: '1.1' }, links: { self: '/', book: '/books' } };
    },
  },
  'entrypoint hal': {
    because: MORE_ENTRYPOINTS,
    change(expected) {
      entrypoint(expected.headers, 'application/hal+json; charset=utf-8');
      expected.status = 200;
      expected.body = { _links: { self: { href: '/' }, books: { href: '/books' } } };
    },
  },
  'docs jsonld': {
    because: 'The context of the documentation uses the terms of the older release and defines all of them',
    change(expected, actual) {
      for (const value of [expected, actual]) {
        const { '@id': id, '@type': type } = value.body as Record<string, string>;
        value.body = { id, type: type!.replace('hydra:', '') };
      }
    },
  },
  'docs jsonopenapi': {
    because: 'The OpenAPI document is at /docs.json, and at /docs by Accept',
    change: (expected) => changeToRoutingProblem(expected, 404, noRouteMessage('GET', '/docs.jsonopenapi')),
  },
  context: {
    because: 'A context defines all terms of its documents, including those of Hydra (JSON-LD 1.1)',
    change(expected, actual) {
      const terms = (actual.body as { '@context': Record<string, unknown> })['@context'];
      const {
        '@vocab': vocabulary,
        hydra,
        ...members
      } = (expected.body as { '@context': Record<string, unknown> })['@context'];
      const hydraTerms = ['Collection', 'PartialCollectionView', 'IriTemplate', 'IriTemplateMapping'];
      const more = Object.fromEntries(hydraTerms.map((term) => [term, terms[term] ?? '(a term)']));
      expected.body = { '@context': { '@vocab': vocabulary, hydra, ...more, ...members } };
    },
  },
  'context entry': {
    because: 'Errors are not collections',
    change({ body }) {
      const terms = (body as { '@context': Record<string, unknown> })['@context'];
      delete terms['error'];
      delete terms['constraintViolation'];
    },
  },
  'index html': {
    because: 'A browser is redirected to the documentation; the recorded configuration cannot render HTML',
    change(expected) {
      expected.status = 303;
      expected.headers = { location: '/docs', vary: ['accept'] };
      expected.body = undefined;
    },
  },
  'accept text/plain': {
    because: 'A client that accepts text gets errors as text',
    change: ({ headers }) => void (headers['content-type'] = 'text/plain; charset=utf-8'),
  },
  'post type err': {
    because: 'A 422 lists all violations, not only the first one',
    change: (expected) => void (expected.body = { wrong: ['pages', 'title'] }),
  },
  'post bad ct': {
    because: 'HAL-FORMS is accepted as well as HAL',
    change({ body }) {
      const fault = body as { detail: string };
      fault.detail = fault.detail.replace('hal+json",', 'hal+json", "application/prs.hal-forms+json",');
    },
  },
  'post array': { because: NO_OBJECT, change: (expected) => void (expected.body = { wrong: [''] }) },
  'post scalar': { because: NO_OBJECT, change: (expected) => void (expected.body = { wrong: [''] }) },
  'post unknown attr': {
    because: STRICT,
    change: (expected, _actual, row) => changeToProblem(expected, 422, { wrong: ['zzz'] }, row),
  },
  'post date bad': {
    because: 'A well-formed but invalid value is rejected with 422 and the name of the member',
    change: (expected) => void (expected.body = { wrong: ['at'] }),
  },
  put: {
    because: 'PUT replaces the item of its path; the function of the recorded application created another one',
    change: ({ body }) => void Object.assign(body as object, { '@id': '/books/1', id: 1 }),
  },
  'options plain': {
    because: 'OPTIONS gets an automatic 204 with Allow and the accepted media types',
    change(expected) {
      expected.status = 204;
      expected.headers = { allow: expected.headers['allow']!, 'accept-patch': patchTypes('newer') };
      expected.body = undefined;
    },
  },
  'unknown param': {
    because: STRICT,
    change: (expected, _actual, row) => changeToProblem(expected, 400, { wrong: ['zzz'] }, row),
  },
  itemsPerPage: {
    because: 'Clients can choose the page size up to a limit',
    change({ headers, body }) {
      const list = body as { member: unknown[]; view: Record<string, string> };
      list.member = list.member.slice(0, 1);
      list.view['last'] = '/books?itemsPerPage=1&page=5';
      headers['link'] = (headers['link'] as string[]).map((link) => link.replace(/page=3(>; rel="last")/, 'page=5$1'));
    },
  },
  'if-match stale': {
    because: 'Conditional requests are supported: a change based on an outdated version is rejected with 412',
    change: (expected, _actual, row) =>
      changeToProblem(expected, 412, { detail: 'If-Match does not match the current state' }, row),
  },
  'param int str': {
    because: STRICT,
    change: (expected, _actual, row) => changeToProblem(expected, 400, { wrong: ['minPages'] }, row),
  },
  'method override': {
    because: 'X-HTTP-Method-Override is off unless configured',
    change(expected) {
      const detail = `${noRouteMessage('POST', '/books/1')}: Method Not Allowed (Allow: GET, PUT, PATCH, DELETE)`;
      changeToRoutingProblem(expected, 405, detail);
      expected.headers['allow'] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'];
    },
  },
  'json in query arr': {
    because: 'An error has the name of the parameter as it was sent',
    change: (expected) => void (expected.body = { wrong: ['title[]'] }),
  },
};

function noPage(detail: string): Difference {
  return { because: ANY_PATH, change: (expected) => void (expected.body = { detail }) };
}

function wrongPage(): Difference {
  return {
    because: PAGE_NUMBER,
    change(expected, _actual, row) {
      changeToProblem(expected, 400, { wrong: ['page'] }, row);
      expected.headers['content-type'] = 'application/vnd.api+json';
    },
  };
}

function entrypoint(headers: Record<string, string | string[]>, contentType: string): void {
  Object.assign(headers, {
    'content-type': contentType,
    vary: ['accept'],
    'cache-control': ['max-age=0', 'public', 's-maxage=3600'],
    link: (headers['link'] as string[]).filter((link) => !link.includes('json-ld#error')),
    etag: '(a tag)',
  });
}
