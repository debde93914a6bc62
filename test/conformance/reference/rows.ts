import { getSummary } from './class-summary.ts';
import type { ClassSummary } from './class-summary.ts';
import { noRouteMessage, changeToRoutingProblem, changeToProblem } from './difference.ts';
import type { Difference } from './difference.ts';

const STRICT =
  'Strict by default: unknown and invalid query parameters are rejected with 400, unknown members of a body with 422';
const NO_PAGES = 'Resources have no HTML format; browsers use the documentation';
const NO_ERROR_ROUTES = 'Problem documents have types without routes';

/** Differences from the reference in single responses. */
export const ROWS: Readonly<Record<string, Difference>> = {
  '111 api entrypoint': secondList(),
  '112 api entrypoint index': secondList(),
  '114 api entrypoint html': {
    because: 'A browser is redirected to the documentation',
    change(expected) {
      expected.status = 303;
      expected.headers = { location: '/api/docs', vary: ['accept'] };
      expected.body = undefined;
    },
  },
  '115 api docs jsonld': {
    because:
      'All properties, including identifiers, are described by their schemas; the entrypoint is an IRI (JSON-LD 1.1)',
    change(expected, actual) {
      for (const value of [expected, actual]) value.body = { ...(value.body as object), ...getSummary(value.body) };
      const { Author, Book, Note } = (expected.body as { classes: Record<string, ClassSummary> }).classes;
      for (const value of [Author!, Book!]) value.properties = { id: 'integer, readable', ...value.properties };
      Note!.properties['id'] = 'integer, readable';
      Note!.properties['text'] = 'string, required, readable, writeable';
      Object.assign((expected.body as { '@context': object })['@context'], { 'hydra:entrypoint': { '@type': '@id' } });
    },
  },
  '116 api docs openapi': {
    because: 'The OpenAPI document is at /api/docs.json, and at /api/docs by Accept',
    change: (expected) => changeToRoutingProblem(expected, 404, noRouteMessage('GET', '/api/docs.jsonopenapi')),
  },
  '117 api docs openapi accept': {
    because: 'An OpenAPI document has the media type of the OpenAPI Initiative; the recorded body is truncated',
    change(expected, actual) {
      expected.headers['content-type'] = 'application/vnd.oai.openapi+json; charset=utf-8';
      if ((actual.body as { openapi: string }).openapi.startsWith('3.1')) actual.body = '(cut)';
    },
  },
  '118 api docs html': safePage(),
  '119 api context book': definedTerms(),
  '120 api context book jsonld': definedTerms(),
  '121 api context entrypoint': {
    because:
      'Errors are not collections; the collections are in the order of declaration, with the second list of notes last',
    change(expected) {
      const link = (name: string) => ({ [name]: { '@id': `Entrypoint/${name}`, '@type': '@id' } });
      const { '@vocab': vocabulary, hydra } = (expected.body as { '@context': Record<string, string> })['@context'];
      const names = Object.assign({}, ...['author', 'book', 'note', 'strictNotes'].map(link)) as object;
      expected.body = { '@context': { '@vocab': vocabulary, hydra, ...names } };
    },
  },
  '122 api context unknown': {
    because: 'A missing document is a 404 with its path',
    change: (expected) => changeToRoutingProblem(expected, 404, 'There is no document at /api/contexts/Nope'),
  },
  '134 books partial': {
    because: 'The link to the first page does not need a count',
    change({ headers, body }) {
      const first = '/api/books?partial=true&page=1';
      headers['link'] = [...(headers['link'] as string[]), `<http://localhost${first}>; rel="first"`].sort();
      const list = body as { 'hydra:view': Record<string, string> };
      const { '@id': id, '@type': type, ...rest } = list['hydra:view'];
      list['hydra:view'] = { '@id': id!, '@type': type!, 'hydra:first': first, ...rest };
    },
  },
  '144 books html': notInHtml(),
  '151 books filter bool bad': {
    because: STRICT,
    change: (expected, _actual, row) => changeToProblem(expected, 400, { wrong: ['available'] }, row),
  },
  '162 book 404 html': notInHtml(),
  '170 books options': {
    because: 'OPTIONS gets an automatic 204 with Allow and the accepted media types',
    change(expected) {
      const { allow } = expected.headers;
      expected.status = 204;
      expected.headers = { allow: allow!, 'accept-post': ['application/json', 'application/ld+json'] };
      expected.body = undefined;
    },
  },
  '182 book post badiri': badLink(),
  '183 book post badiri2': badLink(),
  '185 book post unknownfield': {
    because: STRICT,
    change: (expected, _actual, row) => changeToProblem(expected, 422, { wrong: ['zzz'] }, row),
  },
  '186 book post baddate': {
    because: 'A well-formed but invalid value is rejected with 422 and the name of the member',
    change: ({ body }) => void Object.assign(body as object, { wrong: ['publishedAt'] }, { detail: undefined }),
  },
  '190 book put': {
    because: 'PUT replaces the item: missing members are removed or get their defaults',
    change(expected) {
      const { '@context': context, '@id': id, '@type': type } = expected.body as Record<string, string>;
      const book = { id: 2, title: 'Put title', price: 0, pages: 1, available: true };
      expected.body = { '@context': context, '@id': id, '@type': type, ...book };
    },
  },
  '200 note cacheheaders': noOrigins(),
  '201 note 404': {
    because: 'Errors have the configured Vary header too',
    change: ({ headers }) => void (headers['vary'] = ['accept', 'accept-language', 'content-type']),
  },
  '203 note post user': {
    because: 'A response without a body has no Content-Type, but has the location of the created item',
    change({ headers }) {
      delete headers['content-type'];
      Object.assign(headers, { 'content-location': '/api/notes/3', location: '/api/notes/3' });
    },
  },
  '205 note delete admin': {
    because: 'A deleted item has no location',
    change: ({ headers }) => void delete headers['content-location'],
  },
  '209 live note mercure': {
    because:
      'Content-Location is the requested path, and the hub link has last-event-id, so that subscribers miss no update',
    change({ headers }) {
      headers['content-location'] = '/api/live-notes/1';
      headers['link'] = (headers['link'] as string[]).map((link) =>
        link.endsWith('rel="mercure"') ? `${link}; last-event-id="earliest"` : link,
      );
    },
  },
  '210 old note sunset': {
    because:
      'Sunset is an HTTP date (RFC 8594), Deprecation is a date (RFC 9745), and Content-Location is the requested path',
    change({ headers }) {
      headers['sunset'] = 'Tue, 01 Jan 2030 00:00:00 GMT';
      headers['deprecation'] = '@1767225600';
      headers['content-location'] = '/api/old-notes/1';
    },
  },
  '213 strict ok': {
    because: 'Every list supports the selection of fields, and its search template lists the parameter',
    change({ body }) {
      const search = (body as { 'hydra:search': { 'hydra:template': string; 'hydra:mapping': object[] } })[
        'hydra:search'
      ];
      search['hydra:template'] = search['hydra:template'].replace('}', ',properties[]}');
      search['hydra:mapping'].push({ ...search['hydra:mapping'].at(-1), variable: 'properties[]' });
    },
  },
  '215 strict multi': {
    because: 'A list with too few values is rejected as declared; the reference does not check it',
    change: ({ body }) => void Object.assign(body as object, { wrong: ['e', 'l[]', 'n', 'p', 'q'] }),
  },
  '217 strict uniq': {
    because: 'A list with duplicates is rejected as declared; the reference does not check it',
    change: (expected, _actual, row) => changeToProblem(expected, 400, { wrong: ['l[]'] }, row),
  },
  '220 genid': {
    because: NO_ERROR_ROUTES,
    change: (expected) => changeToRoutingProblem(expected, 404, noRouteMessage('GET', '/api/.well-known/genid/abc')),
  },
  '221 api errors 404': noErrorRoute('/api/errors/404'),
  '222 validation errors route': noErrorRoute('/api/validation_errors/abc'),
  '270 rfc errors route': noErrorRoute('/api/errors/404'),
  '271 note 304': noOrigins(),
};

function secondList(): Difference {
  return {
    because: 'The entrypoint contains all lists, including a second one of the same items',
    change: ({ body }) => void Object.assign(body as object, { strictNotes: '/api/strict-notes' }),
  };
}

function safePage(): Difference {
  return {
    because: 'Pages have Vary, nosniff and X-Frame-Options: DENY',
    change: ({ headers }) =>
      void Object.assign(headers, { vary: ['accept'], 'x-content-type-options': 'nosniff', 'x-frame-options': 'deny' }),
  };
}

function definedTerms(): Difference {
  return {
    because:
      'A context defines all terms of its documents, including the identifier and the links of Hydra (JSON-LD 1.1)',
    change(expected, actual) {
      const terms = (expected.body as { '@context': Record<string, unknown> })['@context'];
      const ours = (actual.body as { '@context': Record<string, unknown> })['@context'];
      const more = Object.entries(ours).filter(([name]) =>
        /^(?:hydra:|BasicRepresentation$|IriTemplateMapping$)/.test(name),
      );
      const { '@vocab': vocabulary, hydra, ...members } = terms;
      expected.body = {
        '@context': { '@vocab': vocabulary, hydra, ...Object.fromEntries(more), id: 'Book/id', ...members },
      };
    },
  };
}

function notInHtml(): Difference {
  return {
    because: NO_PAGES,
    change(expected, _actual, row) {
      changeToProblem(expected, 406, { detail: '' }, row);
      expected.headers['content-type'] = 'text/html; charset=utf-8';
      expected.body = '(a page)';
    },
  };
}

function badLink(): Difference {
  return {
    because: 'A well-formed but invalid value is rejected with 422 and the name of the member',
    change: (expected) => void (expected.body = { wrong: ['author'] }),
  };
}

function noOrigins(): Difference {
  return {
    because: 'Vary has Origin only if the response can depend on it, which these cannot',
    change({ headers }) {
      headers['vary'] = (headers['vary'] as string[]).filter((name) => name !== 'origin');
    },
  };
}

function noErrorRoute(path: string): Difference {
  return {
    because: NO_ERROR_ROUTES,
    change: ({ body }) => void Object.assign(body as object, { detail: noRouteMessage('GET', path) }),
  };
}
