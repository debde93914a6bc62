import type { Difference } from './difference.ts';

/** Where Oriel differs from the newer release in many answers alike. */
export const NEWER_RULES: Readonly<Record<string, Difference>> = {
  'one Content-Location': {
    because: 'Content-Location is the IRI of the item, whatever it is written in',
    change({ headers }, got, { line, server }) {
      if (server !== 'newer' || got.status >= 300) return;
      const [, method, id] = /^(\w+) \/books(?:\/(\d+))?/.exec(line) ?? [];
      if (method !== 'DELETE' && (id !== undefined || method === 'POST'))
        headers['content-location'] = `/books/${id ?? 6}`;
    },
  },
  'a list is a list': {
    because:
      'In plain JSON a list is always a list; a later page of the newer release is an object with the positions as names',
    change(expected, _got, { line, headers, server }) {
      if (server !== 'newer' || !line.startsWith('GET /books?page') || headers?.['Accept'] !== 'application/json')
        return;
      if (expected.status === 200) expected.body = Object.values(expected.body as object);
    },
  },
  'the search of the newer release': {
    because: 'The search template tells every parameter that is understood, and whether it is required',
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
      'JSON:API as its specification has it: identifiers and types of its own, page[number], self links, no charset, errors in its words',
    change(expected, got, { line, headers }) {
      if (headers?.['Accept'] !== JSON_API || !/^\w+ \/books/.test(line) || got.status === 405) return;
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

/** What stands on all of its answers, whatever else does. */
export const EVERY_ANSWER: Difference = {
  because:
    'Vary names Origin whenever the answer could depend on it, not only where it may be stored, and every response has nosniff',
  change({ headers }, _got, { server }) {
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
