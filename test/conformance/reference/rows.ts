import { summaryOf } from './class-summary.ts';
import type { ClassSummary } from './class-summary.ts';
import { noRoute, problem, refused } from './difference.ts';
import type { Difference } from './difference.ts';

const STRICT = 'Strict by default: unknown and unreadable query parameters are a 400, unknown members of a body a 422';
const NO_PAGES = 'Resources are answered in what programs read; a browser asks for the documentation';
const NO_ERROR_ROUTES = 'Problem documents have types, not routes that are not to be called';

/** Where Oriel differs in one answer. */
export const ROWS: Readonly<Record<string, Difference>> = {
  '111 api entrypoint': secondList(),
  '112 api entrypoint index': secondList(),
  '114 api entrypoint html': {
    because: 'A browser is shown the documentation where it is',
    change(expected) {
      expected.status = 303;
      expected.headers = { location: '/api/docs', vary: ['accept'] };
      expected.body = undefined;
    },
  },
  '115 api docs jsonld': {
    because:
      'Every property is described, identifiers too, with what its schema says; the entrypoint is an IRI (JSON-LD 1.1)',
    change(expected, got) {
      for (const each of [expected, got]) each.body = { ...(each.body as object), ...summaryOf(each.body) };
      const { Author, Book, Note } = (expected.body as { classes: Record<string, ClassSummary> }).classes;
      for (const each of [Author!, Book!]) each.properties = { id: 'integer, readable', ...each.properties };
      Note!.properties['id'] = 'integer, readable';
      Note!.properties['text'] = 'string, required, readable, writeable';
      Object.assign((expected.body as { '@context': object })['@context'], { 'hydra:entrypoint': { '@type': '@id' } });
    },
  },
  '116 api docs openapi': {
    because: 'The OpenAPI document is at /api/docs.json, and at /api/docs by Accept',
    change: (expected) => problem(expected, 404, noRoute('GET', '/api/docs.jsonopenapi')),
  },
  '117 api docs openapi accept': {
    because: 'An OpenAPI document has the media type of the OpenAPI Initiative; what the recording holds was cut',
    change(expected, got) {
      expected.headers['content-type'] = 'application/vnd.oai.openapi+json; charset=utf-8';
      if ((got.body as { openapi: string }).openapi.startsWith('3.1')) got.body = '(cut)';
    },
  },
  '118 api docs html': safePage(),
  '119 api context book': definedTerms(),
  '120 api context book jsonld': definedTerms(),
  '121 api context entrypoint': {
    because: 'Errors are no collections; the collections stand as they were declared, a second list of notes last',
    change(expected) {
      const link = (name: string) => ({ [name]: { '@id': `Entrypoint/${name}`, '@type': '@id' } });
      const { '@vocab': vocabulary, hydra } = (expected.body as { '@context': Record<string, string> })['@context'];
      const names = Object.assign({}, ...['author', 'book', 'note', 'strictNotes'].map(link)) as object;
      expected.body = { '@context': { '@vocab': vocabulary, hydra, ...names } };
    },
  },
  '122 api context unknown': {
    because: 'A document that is not there is an ordinary 404, which names its path',
    change: (expected) => problem(expected, 404, 'There is no document at /api/contexts/Nope'),
  },
  '134 books partial': {
    because: 'The first page is known without a count, too',
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
    change: (expected, _got, row) => refused(expected, 400, { wrong: ['available'] }, row),
  },
  '162 book 404 html': notInHtml(),
  '170 books options': {
    because: 'OPTIONS is answered: an automatic 204 with Allow and what the URL takes',
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
    change: (expected, _got, row) => refused(expected, 422, { wrong: ['zzz'] }, row),
  },
  '186 book post baddate': {
    because: 'What is well-formed but wrong is a 422 that names the member',
    change: ({ body }) => void Object.assign(body as object, { wrong: ['publishedAt'] }, { detail: undefined }),
  },
  '190 book put': {
    because: 'PUT replaces: what was not sent is gone, or what the schema says without it',
    change(expected) {
      const { '@context': context, '@id': id, '@type': type } = expected.body as Record<string, string>;
      const book = { id: 2, title: 'Put title', price: 0, pages: 1, available: true };
      expected.body = { '@context': context, '@id': id, '@type': type, ...book };
    },
  },
  '200 note cacheheaders': noOrigins(),
  '201 note 404': {
    because: 'Vary says what was configured for notes, on errors, too',
    change: ({ headers }) => void (headers['vary'] = ['accept', 'accept-language', 'content-type']),
  },
  '203 note post user': {
    because: 'What has no body has no type either, and where the item is that was made is told all the same',
    change({ headers }) {
      delete headers['content-type'];
      Object.assign(headers, { 'content-location': '/api/notes/3', location: '/api/notes/3' });
    },
  },
  '205 note delete admin': {
    because: 'What was deleted is nowhere',
    change: ({ headers }) => void delete headers['content-location'],
  },
  '209 live note mercure': {
    because:
      'An item is where it was asked for, and whoever listens is told from where, so that nothing is missed in between',
    change({ headers }) {
      headers['content-location'] = '/api/live-notes/1';
      headers['link'] = (headers['link'] as string[]).map((link) =>
        link.endsWith('rel="mercure"') ? `${link}; last-event-id="earliest"` : link,
      );
    },
  },
  '210 old note sunset': {
    because:
      'Sunset is an HTTP date (RFC 8594), Deprecation says since when (RFC 9745), and an item is where it was asked for',
    change({ headers }) {
      headers['sunset'] = 'Tue, 01 Jan 2030 00:00:00 GMT';
      headers['deprecation'] = '@1767225600';
      headers['content-location'] = '/api/old-notes/1';
    },
  },
  '213 strict ok': {
    because: 'Every list takes a selection of fields, and its search says so',
    change({ body }) {
      const search = (body as { 'hydra:search': { 'hydra:template': string; 'hydra:mapping': object[] } })[
        'hydra:search'
      ];
      search['hydra:template'] = search['hydra:template'].replace('}', ',properties[]}');
      search['hydra:mapping'].push({ ...search['hydra:mapping'].at(-1), variable: 'properties[]' });
    },
  },
  '215 strict multi': {
    because: 'A list that is too short is refused as it was declared; the reference does not look',
    change: ({ body }) => void Object.assign(body as object, { wrong: ['e', 'l[]', 'n', 'p', 'q'] }),
  },
  '217 strict uniq': {
    because: 'A list that holds something twice is refused as it was declared; the reference does not look',
    change: (expected, _got, row) => refused(expected, 400, { wrong: ['l[]'] }, row),
  },
  '220 genid': {
    because: NO_ERROR_ROUTES,
    change: (expected) => problem(expected, 404, noRoute('GET', '/api/.well-known/genid/abc')),
  },
  '221 api errors 404': noErrorRoute('/api/errors/404'),
  '222 validation errors route': noErrorRoute('/api/validation_errors/abc'),
  '270 rfc errors route': noErrorRoute('/api/errors/404'),
  '271 note 304': noOrigins(),
};

function secondList(): Difference {
  return {
    because: 'Every list stands in the entrypoint, a second one of the same items as well',
    change: ({ body }) => void Object.assign(body as object, { strictNotes: '/api/strict-notes' }),
  };
}

function safePage(): Difference {
  return {
    because: 'Pages say what they depend on, that they are nothing else, and may stand in no frame',
    change: ({ headers }) =>
      void Object.assign(headers, { vary: ['accept'], 'x-content-type-options': 'nosniff', 'x-frame-options': 'deny' }),
  };
}

function definedTerms(): Difference {
  return {
    because:
      'A context defines all that stands in its documents, the identifier and the links of Hydra included (JSON-LD 1.1)',
    change(expected, got) {
      const terms = (expected.body as { '@context': Record<string, unknown> })['@context'];
      const ours = (got.body as { '@context': Record<string, unknown> })['@context'];
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
    change(expected, _got, row) {
      refused(expected, 406, { detail: '' }, row);
      expected.headers['content-type'] = 'text/html; charset=utf-8';
      expected.body = '(a page)';
    },
  };
}

function badLink(): Difference {
  return {
    because: 'What is well-formed but wrong is a 422 that names the member',
    change: (expected) => void (expected.body = { wrong: ['author'] }),
  };
}

function noOrigins(): Difference {
  return {
    because: 'Vary names Origin whenever an answer could depend on it, and here none does',
    change({ headers }) {
      headers['vary'] = (headers['vary'] as string[]).filter((name) => name !== 'origin');
    },
  };
}

function noErrorRoute(path: string): Difference {
  return {
    because: NO_ERROR_ROUTES,
    change: ({ body }) => void Object.assign(body as object, { detail: noRoute('GET', path) }),
  };
}
