import { createDatabase } from './database.ts';
import type { PublicApplication, Step } from './public-application.ts';

const DATABASE = 'oriel_applications_graphql';
const TABLES = `
  create table author (id int primary key, name text not null, password_hash text);
  create table book (id serial primary key, title text not null, author_id int references author(id), price numeric);
  create index on book (author_id);
  insert into author values (1, 'Ada', 'planted-graphql-1'), (2, 'Bob', 'planted-graphql-2');
  insert into book (title, author_id, price) values ('One', 1, 12.50), ('Two', 2, 9);
`;
let databaseUrl = '';

/** `node:http` without a framework, GraphQL and pg; an application below `node_modules`. */
export const postgraphile: PublicApplication = {
  name: 'PostGraphile (node:http, GraphQL, pg)',
  packages: { postgraphile: '4.14.1' },
  async prepare() {
    databaseUrl = await createDatabase(DATABASE, TABLES);
  },
  start: (port) => ({
    args: [
      'node_modules/postgraphile/cli.js',
      '-c',
      databaseUrl,
      '-s',
      'public',
      '-n',
      '127.0.0.1',
      '-p',
      String(port),
    ],
  }),
  readyPath: '/graphiql',
  session: [
    ...[1, 2, 3, 4, 5].map((first): Step =>
      operation('query', 'Books', `{ allBooks(first: ${first}) { nodes { title authorByAuthorId { name } } } }`),
    ),
    ...[1, 2, 3].map((id): Step => operation('query', 'Author', `{ authorById(id: ${id}) { name } }`)),
    operation('query', 'Secret', '{ allAuthors { nodes { name passwordHash } } }'),
    ...['Three', 'Four', 'Five'].map((title): Step =>
      operation('mutation', 'Create', `{ createBook(input: { book: { title: "${title}" } }) { book { title } } }`),
    ),
    operation(
      'mutation',
      'Change',
      '{ updateBookById(input: { id: 1, bookPatch: { price: "10" } }) { book { price } } }',
    ),
    operation(
      'mutation',
      'Broken',
      '{ createAuthor(input: { author: { id: 1, name: "Again" } }) { author { name } } }',
      ['graphql-errors'],
    ),
    { ...operation('query', 'Typing', '{ __typename }'), queries: false },
    { ...operation('query', 'Invalid', '{ nope }', ['graphql-errors', 'validation']), queries: false },
    {
      request: send({
        query: 'query Named($id: Int!) { authorById(id: $id) { name } }',
        variables: { id: 1, token: 'planted-graphql-3' },
      }),
      route: 'query Named',
    },
    { request: { path: '/graphiql' } },
    { request: { path: '/missing' } },
    { request: { method: 'OPTIONS', path: '/graphql' } },
    { request: { path: '/graphql' }, findings: ['method-not-allowed'] },
    { request: { ...send({}), body: '{"query":' }, findings: ['validation'] },
    ...[1, 2, 3, 4, 5, 6, 7].map((offset): Step =>
      operation('query', 'Page', `{ allBooks(offset: ${offset}, first: 2) { totalCount nodes { title } } }`),
    ),
    operation('mutation', 'Remove', '{ deleteBookById(input: { id: 2 }) { book { title } } }'),
  ],
  variable: [],
  secrets: ['planted-graphql-1', 'planted-graphql-2', 'planted-graphql-3'],
};

function operation(type: string, name: string, selection: string, findings: readonly string[] = []): Step {
  const query = `${type} ${name} ${selection}`;
  return { request: send({ query, operationName: name }), route: `${type} ${name}`, queries: true, findings };
}

function send(body: unknown): { method: string; path: string; headers: Record<string, string>; body: string } {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
