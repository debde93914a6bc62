import type { Exchange } from './exchange.ts';
import { NEWER_TYPES, TYPES, patchTypes } from './difference.ts';
import type { Difference } from './difference.ts';

/** Differences from the reference in several responses. */
export const RULES: Readonly<Record<string, Difference>> = {
  'problem documents of 401 responses': {
    because: 'A 401 is a problem document with the reason and the headers of all responses of its operation',
    change(expected, actual, { line, headers }) {
      if (expected.status !== 401 || actual.status !== 401) return;
      Object.assign(expected.headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'deny' });
      const reason = headers?.['Authorization'] ? 'Wrong name or password' : 'Authentication is required';
      expected.body = { detail: line.startsWith('DELETE /api/notes') ? 'Only admins can delete notes.' : reason };
    },
  },
  'problem documents': {
    because:
      'Errors are negotiated problem documents (RFC 9457) on every path, without a link to a page about the error',
    change({ status, headers }, actual) {
      if (status < 400 || actual.status < 400) return;
      // JSON:API has its own error format.
      if (headers['content-type'] !== 'application/vnd.api+json') headers['content-type'] = 'application/problem+json';
      delete headers['content-location'];
      headers['vary'] ??= ['accept'];
      const links = toList(headers['link']).filter((link) => !link.includes('json-ld#error'));
      if (links.length > 0) headers['link'] = links;
      else delete headers['link'];
    },
  },
  'headers of error responses': {
    because: 'Response listeners also run for errors, which have the link to the documentation and the configured Vary',
    change({ status, headers }, actual, { line, server }) {
      if (status < 400 || actual.status < 400 || headers['x-frame-options'] === undefined) return;
      headers['link'] ??= [documentation(server)];
      if (actual.headers['x-frame-options'] !== undefined && line.startsWith('GET ')) headers['vary'] = VARY;
    },
  },
  'complete Allow': {
    because: 'The Allow header is complete, HEAD and OPTIONS included; the message lists the declared methods',
    change({ headers }) {
      if (headers['allow'] !== undefined) headers['allow'] = [...toList(headers['allow']), 'HEAD', 'OPTIONS'].sort();
    },
  },
  'Accept-Patch and Accept-Post': {
    because:
      'Responses have Accept-Patch and Accept-Post if their URL supports the method; JSON Patch and merge patches in plain JSON are supported too',
    change({ headers, body }, _actual, { line, server }) {
      const fault = body as { detail?: string } | undefined;
      if (fault?.detail !== undefined)
        fault.detail = fault.detail.replace(
          '"application/merge-patch+json"',
          '$&, "application/json", "application/json-patch+json"',
        );
      delete headers['accept-patch'];
      if (headers['x-frame-options'] === undefined) return;
      if (/^(?:GET|HEAD|PUT|PATCH|DELETE) \/(?:api\/)?books\/[^/]+$/.test(line))
        headers['accept-patch'] = patchTypes(server);
      if (/^(?:GET|POST) \/(?:api\/)?(?:books|notes)(?:[.?]|$)/.test(line))
        headers['accept-post'] = [...(server === 'newer' ? NEWER_TYPES : TYPES)];
    },
  },
  'entity tags of changed items': {
    because: 'The response to a change has the ETag of the item, which the next change can send in If-Match',
    change({ status, headers }, _actual, { line }) {
      if (/^(?:POST|PUT|PATCH) /.test(line) && status < 300 && headers['content-type'] !== undefined)
        headers['etag'] = '(a tag)';
    },
  },
  'page links in the Link header': {
    because: 'first, prev, next and last are in the Link header as well as in each format',
    change({ headers, body }, actual) {
      const found = Array.isArray(body) ? getPageLinks(actual.headers['link']) : getView(body);
      if (found.length > 0) headers['link'] = [...toList(headers['link']), ...found].sort();
    },
  },
  'X-Total-Count': {
    because: 'X-Total-Count has the number of items, because plain JSON has no other place for it',
    change({ headers, body }, actual) {
      const list = (body ?? {}) as Readonly<Record<string, unknown>>;
      const total =
        list['hydra:totalItems'] ??
        list['totalItems'] ??
        (list['meta'] as { totalItems?: number } | undefined)?.totalItems;
      if (total !== undefined) headers['x-total-count'] = String(total);
      else if (Array.isArray(body)) headers['x-total-count'] = actual.headers['x-total-count'] ?? '(a number)';
    },
  },
  'all parameters in the search template': {
    because: 'The search template lists all supported parameters, which are more than in the reference',
    change({ body }) {
      const search = (body as { 'hydra:search'?: Search } | undefined)?.['hydra:search'];
      if (search === undefined) return;
      for (const [name, property] of [
        ['title', 'title'],
        ['author.name', 'author.name'],
      ] as const) {
        const index = search['hydra:mapping'].findIndex(({ variable }) => variable === name);
        if (index < 0) continue;
        const one = { ...search['hydra:mapping'][index]!, variable: `${name}[]`, property };
        search['hydra:mapping'].splice(index + 1, 0, one);
        search['hydra:template'] = search['hydra:template'].replace(
          new RegExp(`([?,]${name})(?=[,}])`),
          `$1,${name}[]`,
        );
      }
    },
  },
  'Vary of API documents': {
    because: 'Vary lists what a response depends on; the documents of an API are the same for every user',
    change({ headers, status }, _actual, { line }) {
      if (status !== 200 || !/^GET \/(?:api)?(?:$|\/?(?:index|docs|contexts))/.test(line)) return;
      if (/\/(?:docs\.|contexts)/.test(line)) delete headers['vary'];
      else headers['vary'] = ['accept'];
    },
  },
  'status of invalid bodies': {
    because: 'A well-formed but invalid body is rejected with 422, all violations and their JSON pointers',
    change(expected, actual, { line }) {
      if (/^(?:POST|PUT|PATCH) /.test(line) && actual.status === 422 && expected.status === 400) expected.status = 422;
    },
  },
  'status of invalid queries': {
    because: 'An invalid query is rejected with 400 and all violations, as in the older release',
    change(expected, actual, { line }) {
      if (line.startsWith('GET ') && actual.status === 400 && expected.status === 422) expected.status = 400;
    },
  },
  'no HTML format of resources': {
    because: 'Resources have formats for programs (JSON, JSON-LD, JSON:API, HAL, CSV); HTML is for the documentation',
    change({ body }) {
      const fault = body as { detail?: string } | undefined;
      if (fault?.detail?.includes('Supported MIME types')) fault.detail = fault.detail.replace(', "text/html"', '');
    },
  },
  'more specific error details': {
    because: 'An error contains the value: the identifier of a missing item, or the line and column of malformed JSON',
    change({ body }, actual) {
      const fault = body as { detail?: string } | undefined;
      const { detail } = (actual.body as { detail?: string } | undefined) ?? {};
      const better = fault?.detail === undefined ? undefined : MORE_SPECIFIC_DETAILS[fault.detail];
      if (better !== undefined && detail !== undefined && better.test(detail)) fault!.detail = detail;
    },
  },
};

function documentation(server: Exchange['server']): string {
  const prefix = server === 'newer' ? '' : '/api';
  return `<http://localhost${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
}

const VARY = ['accept', 'authorization', 'content-type', 'origin'];

const MORE_SPECIFIC_DETAILS: Readonly<Record<string, RegExp>> = {
  'Not Found': /^There is no (?:Book|Note) "\w+"$|^No route found for "GET http:\/\/localhost\/api\/none"$/,
  'Syntax error': /^Malformed JSON at line 1, column \d+: |^The body is empty; JSON was expected$/,
  'The "Content-Type" header must exist.': /^The "Content-Type" header must exist\. Supported MIME types are /,
};

function toList(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

interface Search {
  'hydra:template': string;
  readonly 'hydra:mapping': {
    readonly variable: string;
    readonly property: string | null;
    readonly required: boolean;
  }[];
}

function getView(body: unknown): string[] {
  const { view, 'hydra:view': prefixed, _links: hal, links } = (body ?? {}) as Record<string, View | undefined>;
  const found = prefixed ?? view ?? hal ?? links ?? {};
  return Object.entries(found)
    .map(([name, value]) => [REL[name.replace('hydra:', '')], typeof value === 'string' ? value : value.href] as const)
    .filter(([rel]) => rel !== undefined)
    .map(([rel, iri]) => `<http://localhost${iri}>; rel="${rel}"`);
}

type View = Readonly<Record<string, string | { readonly href: string }>>;

const REL: Readonly<Record<string, string>> = {
  first: 'first',
  previous: 'prev',
  prev: 'prev',
  next: 'next',
  last: 'last',
};

// Plain JSON of the reference has no page links; the other formats have them.
function getPageLinks(link: string | string[] | undefined): string[] {
  return toList(link).filter((text) =>
    /^<http:\/\/localhost\/[^>]+page=\d+>; rel="(?:first|prev|next|last)"$/.test(text),
  );
}
