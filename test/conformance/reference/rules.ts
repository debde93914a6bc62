import type { Exchange } from './exchange.ts';
import { NEWER_TYPES, TYPES, patchTypes } from './difference.ts';
import type { Difference } from './difference.ts';

/** Where Oriel differs in many answers alike; each is told once. */
export const RULES: Readonly<Record<string, Difference>> = {
  'problems of strangers': {
    because:
      'An answer 401 is one of its operation like any other: a problem that says why, with what stands on all answers',
    change(expected, got, { line, headers }) {
      if (expected.status !== 401 || got.status !== 401) return;
      Object.assign(expected.headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'deny' });
      const told = headers?.['Authorization'] ? 'Wrong name or password' : 'Authentication is required';
      expected.body = { detail: line.startsWith('DELETE /api/notes') ? 'Only admins can delete notes.' : told };
    },
  },
  'problem documents': {
    because:
      'Errors are problem documents (RFC 9457) on every path, negotiated; they have no page of their own to link to',
    change({ status, headers }, got) {
      if (status < 400 || got.status < 400) return;
      // JSON:API has words of its own for errors.
      if (headers['content-type'] !== 'application/vnd.api+json') headers['content-type'] = 'application/problem+json';
      delete headers['content-location'];
      headers['vary'] ??= ['accept'];
      const links = listOf(headers['link']).filter((link) => !link.includes('json-ld#error'));
      if (links.length > 0) headers['link'] = links;
      else delete headers['link'];
    },
  },
  'headers on every answer': {
    because:
      'Response listeners run on every answer, errors too: the documentation is linked and Vary says what was configured',
    change({ status, headers }, got, { line, server }) {
      if (status < 400 || got.status < 400 || headers['x-frame-options'] === undefined) return;
      headers['link'] ??= [documentation(server)];
      if (got.headers['x-frame-options'] !== undefined && line.startsWith('GET ')) headers['vary'] = VARY;
    },
  },
  'complete Allow': {
    because: 'The Allow header is complete, HEAD and OPTIONS included; the message lists the declared methods',
    change({ headers }) {
      if (headers['allow'] !== undefined) headers['allow'] = [...listOf(headers['allow']), 'HEAD', 'OPTIONS'].sort();
    },
  },
  'what this URL takes': {
    because:
      'Accept-Patch and Accept-Post stand on every answer from a URL that takes them, and on no other; JSON Patch is taken, too',
    change({ headers, body }, _got, { line, server }) {
      const fault = body as { detail?: string } | undefined;
      if (fault?.detail !== undefined)
        fault.detail = fault.detail.replace('"application/merge-patch+json"', '$&, "application/json-patch+json"');
      delete headers['accept-patch'];
      if (headers['x-frame-options'] === undefined) return;
      if (/^(?:GET|HEAD|PUT|PATCH|DELETE) \/(?:api\/)?books\/[^/]+$/.test(line))
        headers['accept-patch'] = patchTypes(server);
      if (/^(?:GET|POST) \/(?:api\/)?(?:books|notes)(?:[.?]|$)/.test(line))
        headers['accept-post'] = [...(server === 'newer' ? NEWER_TYPES : TYPES)];
    },
  },
  'tags of what was changed': {
    because: 'A change is answered with the tag that a GET would have, so that the next change can name it in If-Match',
    change({ status, headers }, _got, { line }) {
      if (/^(?:POST|PUT|PATCH) /.test(line) && status < 300 && headers['content-type'] !== undefined)
        headers['etag'] = '(a tag)';
    },
  },
  'neighbours in Link': {
    because: 'first, prev, next and last stand in the Link header as well as in each format',
    change({ headers, body }, got) {
      const found = Array.isArray(body) ? neighboursOf(got.headers['link']) : viewOf(body);
      if (found.length > 0) headers['link'] = [...listOf(headers['link']), ...found].sort();
    },
  },
  'the count as a header': {
    because: 'How many items there are stands in X-Total-Count: plain JSON has no other place for it',
    change({ headers, body }, got) {
      const list = (body ?? {}) as Readonly<Record<string, unknown>>;
      const total =
        list['hydra:totalItems'] ??
        list['totalItems'] ??
        (list['meta'] as { totalItems?: number } | undefined)?.totalItems;
      if (total !== undefined) headers['x-total-count'] = String(total);
      else if (Array.isArray(body)) headers['x-total-count'] = got.headers['x-total-count'] ?? '(a number)';
    },
  },
  'every parameter in the search': {
    because: 'The search template tells every parameter that is understood, and that is more than the reference has',
    change({ body }) {
      const search = (body as { 'hydra:search'?: Search } | undefined)?.['hydra:search'];
      if (search === undefined) return;
      for (const [name, property] of [
        ['title', 'title'],
        ['author.name', 'author.name'],
      ] as const) {
        const at = search['hydra:mapping'].findIndex(({ variable }) => variable === name);
        if (at < 0) continue;
        const one = { ...search['hydra:mapping'][at]!, variable: `${name}[]`, property };
        search['hydra:mapping'].splice(at + 1, 0, one);
        search['hydra:template'] = search['hydra:template'].replace(
          new RegExp(`([?,]${name})(?=[,}])`),
          `$1,${name}[]`,
        );
      }
    },
  },
  'documents depend on less': {
    because: 'Vary names what an answer depends on; the documents of an API are the same for everybody',
    change({ headers, status }, _got, { line }) {
      if (status !== 200 || !/^GET \/(?:api)?(?:$|\/?(?:index|docs|contexts))/.test(line)) return;
      if (/\/(?:docs\.|contexts)/.test(line)) delete headers['vary'];
      else headers['vary'] = ['accept'];
    },
  },
  'well-formed but wrong': {
    because: 'A body that is well-formed but wrong is a 422 with every violation and its JSON pointer',
    change(expected, got, { line }) {
      if (/^(?:POST|PUT|PATCH) /.test(line) && got.status === 422 && expected.status === 400) expected.status = 422;
    },
  },
  'a wrong query is a 400': {
    because: 'A query that cannot be understood is a 400 with everything that is wrong, as in the older release',
    change(expected, got, { line }) {
      if (line.startsWith('GET ') && got.status === 400 && expected.status === 422) expected.status = 400;
    },
  },
  'no pages of resources': {
    because:
      'Resources are answered in what programs read (JSON, JSON-LD, JSON:API, HAL, CSV); HTML is for the documentation',
    change({ body }) {
      const fault = body as { detail?: string } | undefined;
      if (fault?.detail?.includes('Supported MIME types')) fault.detail = fault.detail.replace(', "text/html"', '');
    },
  },
  'errors help': {
    because:
      'An error names the thing and its value: the item that is not there, the line and column of what is malformed',
    change({ body }, got) {
      const fault = body as { detail?: string } | undefined;
      const { detail } = (got.body as { detail?: string } | undefined) ?? {};
      const better = fault?.detail === undefined ? undefined : BETTER[fault.detail];
      if (better !== undefined && detail !== undefined && better.test(detail)) fault!.detail = detail;
    },
  },
};

function documentation(server: Exchange['server']): string {
  const prefix = server === 'newer' ? '' : '/api';
  return `<http://localhost${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
}

const VARY = ['accept', 'authorization', 'content-type', 'origin'];

const BETTER: Readonly<Record<string, RegExp>> = {
  'Not Found': /^There is no (?:Book|Note) "\w+"$|^No route found for "GET http:\/\/localhost\/api\/none"$/,
  'Syntax error': /^Malformed JSON at line 1, column \d+: |^The body is empty; JSON was expected$/,
  'The "Content-Type" header must exist.': /^The "Content-Type" header must exist\. Supported MIME types are /,
};

function listOf(value: string | string[] | undefined): string[] {
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

function viewOf(body: unknown): string[] {
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

// Plain JSON of the reference does not say them; the other formats do.
function neighboursOf(link: string | string[] | undefined): string[] {
  return listOf(link).filter((each) =>
    /^<http:\/\/localhost\/[^>]+page=\d+>; rel="(?:first|prev|next|last)"$/.test(each),
  );
}
