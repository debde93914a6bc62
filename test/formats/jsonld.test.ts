import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { jsonldFormat } from 'oriel-host/resources';
import { sendRequest } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';
import type { Library } from '../lib/library.ts';

const LD = 'application/ld+json';
const HYDRA = 'http://www.w3.org/ns/hydra/core#';
const DOCS = 'http://localhost/api/docs.jsonld#';

type Node = Record<string, unknown>;

/** Expands a document with the jsonld library, which may load only documents of the host. */
async function expand(home: Library, path: string): Promise<Node> {
  const documentLoader = async (url: string) => {
    ok(url.startsWith('http://localhost/api'), `${url} is on another host`);
    const { json } = await sendRequest(home, `GET ${url.slice('http://localhost'.length)}`, { accept: LD });
    return { contextUrl: undefined, documentUrl: url, document: json() } as never;
  };
  const { document } = (await documentLoader(`http://localhost${path}`)) as { document: object };
  const [node] = await jsonld.expand(document, { base: `http://localhost${path}`, documentLoader });
  return node as Node;
}

test('a JSON-LD item has a context and a type and no null members', async () => {
  const { headers, json } = await sendRequest(createLibrary(), 'GET /api/books/4', { accept: LD });
  equal(headers.get('Content-Type'), 'application/ld+json; charset=utf-8');
  deepEqual(json(), {
    '@context': '/api/contexts/Book',
    '@id': '/api/books/4',
    '@type': 'Book',
    id: 4,
    title: 'Book 4',
    price: 6,
    available: false,
    publishedAt: '2020-01-04T10:00:00Z',
    tags: ['b', 'a', 'a'],
    notes: { shelf: { id: 4 } },
  });
});

test('a JSON-LD processor expands links to IRIs, arrays to ordered lists and objects to JSON literals', async () => {
  deepEqual(await expand(createLibrary(), '/api/books/1'), {
    '@id': 'http://localhost/api/books/1',
    '@type': [`${DOCS}Book`],
    [`${DOCS}Book/id`]: [{ '@value': 1 }],
    [`${DOCS}Book/title`]: [{ '@value': 'Book 1' }],
    [`${DOCS}Book/isbn`]: [{ '@value': '978-1' }],
    [`${DOCS}Book/price`]: [{ '@value': 1.5 }],
    [`${DOCS}Book/available`]: [{ '@value': true }],
    [`${DOCS}Book/publishedAt`]: [{ '@value': '2020-01-01T10:00:00Z' }],
    [`${DOCS}Book/tags`]: [{ '@list': [{ '@value': 'b' }, { '@value': 'a' }, { '@value': 'a' }] }],
    [`${DOCS}Book/notes`]: [{ '@type': '@json', '@value': { shelf: { id: 1 } } }],
    [`${DOCS}Book/author`]: [{ '@id': 'http://localhost/api/authors/2' }],
  });
});

for (const hydra of ['prefixed', 'plain'] as const)
  test(`a list is a Hydra collection, with terms that are ${hydra}`, async () => {
    const home = createLibrary({ formats: [jsonldFormat({ hydra })] });
    const node = await expand(home, '/api/books?title=book&page=2');
    equal(node['@id'], 'http://localhost/api/books');
    deepEqual(node['@type'], [`${HYDRA}Collection`]);
    deepEqual(node[`${HYDRA}totalItems`], [{ '@value': 7 }]);
    deepEqual(
      (node[`${HYDRA}member`] as Node[]).map((element) => [element['@id'], element['@type']]),
      [4, 5, 6].map((id) => [`http://localhost/api/books/${id}`, [`${DOCS}Book`]]),
    );
    const page = (number: number) => `http://localhost/api/books?title=book&page=${number}`;
    deepEqual(node[`${HYDRA}view`], [
      {
        '@id': page(2),
        '@type': [`${HYDRA}PartialCollectionView`],
        [`${HYDRA}first`]: [{ '@id': page(1) }],
        [`${HYDRA}last`]: [{ '@id': page(3) }],
        [`${HYDRA}next`]: [{ '@id': page(3) }],
        [`${HYDRA}previous`]: [{ '@id': page(1) }],
      },
    ]);
    const [search] = node[`${HYDRA}search`] as [Node];
    deepEqual(search['@type'], [`${HYDRA}IriTemplate`]);
    deepEqual(search[`${HYDRA}variableRepresentation`], [{ '@id': `${HYDRA}BasicRepresentation` }]);
    match(
      (search[`${HYDRA}template`] as [{ '@value': string }])[0]['@value'],
      /^\/api\/books\{\?title,title\[\],.*,properties\[\]\}$/,
    );
    const mapping = (search[`${HYDRA}mapping`] as Node[]).find(
      (element) => (element[`${HYDRA}variable`] as Node[])[0]!['@value'] === 'price[gt]',
    );
    deepEqual(mapping, {
      '@type': [`${HYDRA}IriTemplateMapping`],
      [`${HYDRA}variable`]: [{ '@value': 'price[gt]' }],
      [`${HYDRA}property`]: [{ '@id': `${DOCS}Book/price` }],
      [`${HYDRA}required`]: [{ '@value': false }],
    });
  });

test('the JSON-LD entrypoint links to every collection', async () => {
  const home = createLibrary();
  for (const path of ['/api', '/api/index.jsonld']) {
    const { headers, json } = await sendRequest(home, `GET ${path}`);
    equal(headers.get('Link'), `<http://localhost/api/docs.jsonld>; rel="${HYDRA}apiDocumentation"`);
    deepEqual(json(), {
      '@context': '/api/contexts/Entrypoint',
      '@id': '/api',
      '@type': 'Entrypoint',
      author: '/api/authors',
      book: '/api/books',
    });
  }
  deepEqual((await expand(home, '/api'))[`${DOCS}Entrypoint/book`], [{ '@id': 'http://localhost/api/books' }]);
  deepEqual((await sendRequest(home, 'GET /api', { accept: 'application/json' })).json(), {
    author: '/api/authors',
    book: '/api/books',
  });
  const page = await sendRequest(home, 'GET /api', { accept: 'text/html,*/*;q=0.8' });
  deepEqual([page.status, page.headers.get('Location')], [303, '/api/docs']);
  equal((await sendRequest(home, 'GET /api', { accept: 'image/png' })).status, 406);
  equal((await sendRequest(home, 'GET /api/contexts/Unknown')).status, 404);
});

test('a JSON-LD item can be sent back unchanged and keeps its null members', async () => {
  const home = createLibrary();
  const { json } = await sendRequest(home, 'GET /api/books/4', { accept: LD });
  const changed = { ...json(), title: 'Changed', author: { '@id': '/api/authors/3' } };
  const { status } = await sendRequest(home, 'PUT /api/books/4', { accept: LD, type: LD, body: changed });
  equal(status, 200);
  const { title, isbn, author, price } = home.books.get(4)!;
  deepEqual({ title, isbn, author, price }, { title: 'Changed', isbn: null, author: 3, price: 6 });
});

test('a JSON-LD document with another context, type or identifier is rejected', async () => {
  const getErrors = async (line: string, more: object) => {
    const body = { title: 'Mine', price: 1, available: true, tags: [], notes: {}, ...more };
    const { status, json } = await sendRequest(createLibrary(), line, { type: LD, body });
    equal(status, 422);
    return (json()['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);
  };
  deepEqual(await getErrors('POST /api/books', { '@context': 'https://schema.org' }), ['/@context unknown_context']);
  deepEqual(await getErrors('POST /api/books', { '@context': { title: 'ex:t' } }), ['/@context unknown_context']);
  deepEqual(await getErrors('POST /api/books', { '@context': null }), ['/@context unknown_context']);
  deepEqual(await getErrors('POST /api/books', { '@type': 'Author' }), ['/@type wrong_type']);
  deepEqual(await getErrors('POST /api/books', { '@id': '/api/authors/1' }), ['/@id invalid_iri']);
  deepEqual(await getErrors('POST /api/books', { '@id': '/api/books/90' }), ['/@id read_only']);
  deepEqual(await getErrors('PUT /api/books/1', { '@id': '/api/books/2' }), ['/@id wrong_id']);
  deepEqual(await getErrors('POST /api/books', { author: { '@id': '/api/authors/1', name: 'x' } }), [
    '/author invalid_iri',
  ]);
});

test('the context of the resource is accepted as an IRI, inline and in a list', async () => {
  for (const context of [
    '/api/contexts/Book',
    'http://localhost/api/contexts/Book',
    ['/api/contexts/Book'],
    { '@vocab': DOCS, title: 'Book/title' },
  ]) {
    const body = {
      '@context': context,
      '@type': [`${DOCS}Book`],
      title: 'Mine',
      price: 1,
      available: true,
      tags: [],
      notes: {},
    };
    equal((await sendRequest(createLibrary(), 'POST /api/books', { type: LD, body })).status, 201);
  }
});
