import type { Difference } from './difference.ts';

/** Differences from the newer release in several responses. */
export const NEWER_RULES: Readonly<Record<string, Difference>> = {
  'Content-Location without a format': {
    because: 'Content-Location is the IRI of the item in every format',
    change({ headers }, actual, { line, server }) {
      if (server !== 'newer' || actual.status >= 300) return;
      const [, method, id] = /^(\w+) \/books(?:\/(\d+))?/.exec(line) ?? [];
      if (method !== 'DELETE' && (id !== undefined || method === 'POST'))
        headers['content-location'] = `/books/${id ?? 6}`;
    },
  },
  'lists are arrays': {
    because:
      'In plain JSON a list is always an array; later pages of the newer release are objects with positions as names',
    change(expected, _actual, { line, headers, server }) {
      if (server !== 'newer' || !line.startsWith('GET /books?page') || headers?.['Accept'] !== 'application/json')
        return;
      if (expected.status === 200) expected.body = Object.values(expected.body as object);
    },
  },
  'search template of the newer release': {
    because: 'The search template lists all supported parameters and whether they are required',
    change({ body }) {
      const search = (body as { search?: { template: string; mapping: object[] } } | undefined)?.search;
      if (search?.template === undefined) return;
      const variables = ['title', 'minPages', 'properties[]'];
      search.template = search.template.replace(/\{\?.*\}$/, `{?${variables.join(',')}}`);
      search.mapping = variables.map((variable) => ({
        '@type': 'IriTemplateMapping',
        variable,
        property: null,
        required: false,
      }));
    },
  },
  'JSON:API 1.1': {
    because:
      'JSON:API follows its specification: identifiers, types, page[number], self links, error objects and no charset',
    change(expected, actual, { line, headers }) {
      if (headers?.['Accept'] !== JSON_API || !/^\w+ \/books/.test(line) || actual.status === 405) return;
      expected.headers['content-type'] = JSON_API;
      if (expected.status >= 400) return;
      const { links, meta, data } = expected.body as {
        links?: Record<string, string>;
        meta?: object;
        data: Node | Node[];
      };
      const top = links === undefined ? (line.startsWith('GET ') ? { self: '/books/1' } : undefined) : numbered(links);
      expected.body = {
        jsonapi: { version: '1.1' },
        ...(top && { links: top }),
        ...(meta && { meta }),
        data: Array.isArray(data) ? data.map(resource) : resource(data),
      };
    },
  },
};

/** Differences in the headers of every response. */
export const EVERY_RESPONSE: Difference = {
  because:
    'Vary has Origin if the response can depend on it, even if it cannot be stored, and every response has nosniff',
  change({ headers }, _actual, { server }) {
    headers['x-content-type-options'] = 'nosniff';
    if (server !== 'newer') return;
    headers['vary'] = [...new Set([headers['vary'] ?? [], 'origin'].flat())].sort();
  },
};

const JSON_API = 'application/vnd.api+json';

interface Node {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

function resource({ id, attributes: { _id, ...attributes } }: Node): object {
  return { type: 'books', id: String(_id), attributes, links: { self: id } };
}

function numbered({ self, first, next, last }: Readonly<Record<string, string>>): object {
  const links = Object.entries({ self, first, next, last }).filter(([, iri]) => iri !== undefined);
  return Object.fromEntries(links.map(([rel, iri]) => [rel, iri!.replace('?page=', '?page%5Bnumber%5D=')]));
}
