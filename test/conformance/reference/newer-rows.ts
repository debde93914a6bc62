import { noRoute, patchTypes, problem, refused } from './difference.ts';
import { ORIGIN_ROWS } from './origin-rows.ts';
import type { Difference } from './difference.ts';

const ANY_PATH = 'Errors are negotiated on every path; API types get a problem document';
const PAGE_NUMBER = 'JSON:API pages by page[number]; a parameter that nobody knows is a 400';
const STRICT = 'Strict by default: what is not known is refused, query parameters with 400, members of a body with 422';
const MORE_ENTRYPOINTS = 'JSON:API and HAL have an entrypoint, too';
const NO_OBJECT = 'A body that is no object is a 422 for the whole of it';

/** Where Oriel differs from the newer release in one answer. */
export const NEWER_ROWS: Readonly<Record<string, Difference>> = {
  ...ORIGIN_ROWS,
  'collection p2 jsonapi': wrongPage(),
  'collection last jsonapi': wrongPage(),
  'collection beyond jsonapi': wrongPage(),
  'collection beyond hal': {
    because: 'Behind the last page there is no next one, and a list is always a list, an empty one, too',
    change({ headers, body }) {
      const { _links: links } = body as { _links: Record<string, unknown> };
      delete links['next'];
      links['item'] = [];
      Object.assign(body as object, { _embedded: { item: [] } });
      headers['link'] = (headers['link'] as string[]).filter((link) => !link.endsWith('rel="next"'));
    },
  },
  'no route jsonapi': noPage(noRoute('GET', '/nope')),
  'no route hal': noPage(noRoute('GET', '/nope')),
  '405 jsonapi': noPage(`${noRoute('DELETE', '/books')}: Method Not Allowed (Allow: GET, POST)`),
  '405 hal': noPage(`${noRoute('DELETE', '/books')}: Method Not Allowed (Allow: GET, POST)`),
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
    because:
      'The context of the documentation is written in the words of the older release, and defines what stands in it',
    change(expected, got) {
      for (const each of [expected, got]) {
        const { '@id': id, '@type': type } = each.body as Record<string, string>;
        each.body = { id, type: type!.replace('hydra:', '') };
      }
    },
  },
  'docs jsonopenapi': {
    because: 'The OpenAPI document is at /docs.json, and at /docs by Accept',
    change: (expected) => problem(expected, 404, noRoute('GET', '/docs.jsonopenapi')),
  },
  context: {
    because: 'A context defines all that stands in its documents, the words of Hydra included (JSON-LD 1.1)',
    change(expected, got) {
      const terms = (got.body as { '@context': Record<string, unknown> })['@context'];
      const {
        '@vocab': vocabulary,
        hydra,
        ...members
      } = (expected.body as { '@context': Record<string, unknown> })['@context'];
      const words = ['Collection', 'PartialCollectionView', 'IriTemplate', 'IriTemplateMapping'];
      const more = Object.fromEntries(words.map((word) => [word, terms[word] ?? '(a term)']));
      expected.body = { '@context': { '@vocab': vocabulary, hydra, ...more, ...members } };
    },
  },
  'context entry': {
    because: 'Errors are no collections',
    change({ body }) {
      const terms = (body as { '@context': Record<string, unknown> })['@context'];
      delete terms['error'];
      delete terms['constraintViolation'];
    },
  },
  'index html': {
    because: 'A browser is shown the documentation; the recorded set-up lacks what it would draw the page with',
    change(expected) {
      expected.status = 303;
      expected.headers = { location: '/docs', vary: ['accept'] };
      expected.body = undefined;
    },
  },
  'accept text/plain': {
    because: 'A client that wants text gets its errors as text',
    change: ({ headers }) => void (headers['content-type'] = 'text/plain; charset=utf-8'),
  },
  'post type err': {
    because: 'A 422 tells everything that is wrong, not only the first thing',
    change: (expected) => void (expected.body = { wrong: ['pages', 'title'] }),
  },
  'post bad ct': {
    because: 'HAL-FORMS is read as well as HAL',
    change({ body }) {
      const fault = body as { detail: string };
      fault.detail = fault.detail.replace('hal+json",', 'hal+json", "application/prs.hal-forms+json",');
    },
  },
  'post array': { because: NO_OBJECT, change: (expected) => void (expected.body = { wrong: [''] }) },
  'post scalar': { because: NO_OBJECT, change: (expected) => void (expected.body = { wrong: [''] }) },
  'post unknown attr': {
    because: STRICT,
    change: (expected, _got, row) => refused(expected, 422, { wrong: ['zzz'] }, row),
  },
  'post date bad': {
    because: 'What is well-formed but wrong is a 422 that names the member',
    change: (expected) => void (expected.body = { wrong: ['at'] }),
  },
  put: {
    because: 'PUT replaces the item it names; the function behind the recording made another one',
    change: ({ body }) => void Object.assign(body as object, { '@id': '/books/1', id: 1 }),
  },
  'options plain': {
    because: 'OPTIONS is answered: an automatic 204 with Allow and what the URL takes',
    change(expected) {
      expected.status = 204;
      expected.headers = { allow: expected.headers['allow']!, 'accept-patch': patchTypes('newer') };
      expected.body = undefined;
    },
  },
  'unknown param': {
    because: STRICT,
    change: (expected, _got, row) => refused(expected, 400, { wrong: ['zzz'] }, row),
  },
  itemsPerPage: {
    because: 'Clients may say how many items they want on a page, up to a limit',
    change({ headers, body }) {
      const list = body as { member: unknown[]; view: Record<string, string> };
      list.member = list.member.slice(0, 1);
      list.view['last'] = '/books?itemsPerPage=1&page=5';
      headers['link'] = (headers['link'] as string[]).map((link) => link.replace(/page=3(>; rel="last")/, 'page=5$1'));
    },
  },
  'if-match stale': {
    because: 'Conditional requests are complete: a change of what the client has not seen is a 412',
    change: (expected, _got, row) =>
      refused(expected, 412, { detail: 'If-Match does not name what is there now' }, row),
  },
  'param int str': {
    because: STRICT,
    change: (expected, _got, row) => refused(expected, 400, { wrong: ['minPages'] }, row),
  },
  'method override': {
    because: 'X-HTTP-Method-Override is off unless configured',
    change(expected) {
      const words = `${noRoute('POST', '/books/1')}: Method Not Allowed (Allow: GET, PUT, PATCH, DELETE)`;
      problem(expected, 405, words);
      expected.headers['allow'] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'];
    },
  },
  'json in query arr': {
    because: 'A parameter is called by the name it was sent with',
    change: (expected) => void (expected.body = { wrong: ['title[]'] }),
  },
};

function noPage(detail: string): Difference {
  return { because: ANY_PATH, change: (expected) => void (expected.body = { detail }) };
}

function wrongPage(): Difference {
  return {
    because: PAGE_NUMBER,
    change(expected, _got, row) {
      refused(expected, 400, { wrong: ['page'] }, row);
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
