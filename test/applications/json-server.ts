import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicApplication, Step } from './public-application.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Express 4 with routers that are mounted in routers; an application below `node_modules`. */
export const jsonServer: PublicApplication = {
  name: 'json-server (Express 4)',
  packages: { 'json-server': '0.17.4' },
  prepare(folder) {
    writeFileSync(join(folder, 'db.json'), JSON.stringify(DATA));
  },
  start: (port) => ({
    args: [
      'node_modules/json-server/lib/cli/bin.js',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--quiet',
      'db.json',
    ],
  }),
  readyPath: '/db',
  session: [
    ...['/posts', '/posts?_limit=2', '/posts?_sort=title&_order=desc', '/posts?q=first', '/posts?author=Ada'].map(
      (path): Step => ({ request: { path }, route: '/posts' }),
    ),
    ...['/posts/1', '/posts/2', '/posts/3', '/posts/1?_embed=comments'].map((path): Step => ({
      request: { path },
      route: '/posts/:id',
    })),
    ...['/posts/99', '/posts/100'].map((path): Step => ({ request: { path }, route: '/posts/:id' })),
    { request: { path: '/comments' }, route: '/comments' },
    { request: { path: '/comments/1?_expand=post' }, route: '/comments/:id' },
    // The route changes the URL and passes on; the router that responds has another path.
    { request: { path: '/posts/1/comments' }, route: '~/posts/:n/comments' },
    { request: { path: '/profile' }, route: '/profile' },
    { request: { path: '/db' }, route: '/db' },
    { request: { path: '/', headers: { Accept: 'text/html' } } },
    { request: { path: '/missing' } },
    { request: { path: '/posts', headers: { 'Accept-Encoding': 'gzip' } }, route: '/posts' },
    { request: { method: 'HEAD', path: '/posts' }, route: '/posts' },
    { request: { method: 'OPTIONS', path: '/posts', headers: { Origin: 'http://other.example' } } },
    ...[4, 5].map((number): Step => ({
      request: {
        method: 'POST',
        path: '/posts',
        headers: JSON_TYPE,
        body: `{"title":"New ${number}","password":"planted-json-1"}`,
      },
      route: '/posts',
    })),
    {
      request: {
        method: 'PUT',
        path: '/posts/4',
        headers: JSON_TYPE,
        body: '{"title":"Replaced","token":"planted-json-2"}',
      },
      route: '/posts/:id',
    },
    {
      request: { method: 'PATCH', path: '/posts/5', headers: JSON_TYPE, body: '{"title":"Changed"}' },
      route: '/posts/:id',
    },
    {
      request: { method: 'PATCH', path: '/profile', headers: JSON_TYPE, body: '{"api_key":"planted-json-3"}' },
      route: '/profile',
    },
    { request: { method: 'DELETE', path: '/posts/4' }, route: '/posts/:id' },
    { request: { method: 'DELETE', path: '/posts/4' }, route: '/posts/:id' },
    { request: { method: 'POST', path: '/posts', headers: JSON_TYPE, body: '{"title":' }, findings: ['logged-errors'] },
    { request: { path: '/posts?access_token=planted-json-4' }, route: '/posts' },
  ],
  variable: [],
  secrets: ['planted-json-1', 'planted-json-2', 'planted-json-3', 'planted-json-4'],
};

const DATA = {
  posts: [
    { id: 1, title: 'First', author: 'Ada' },
    { id: 2, title: 'Second', author: 'Bob' },
    { id: 3, title: 'Third', author: 'Ada' },
  ],
  comments: [
    { id: 1, body: 'Interesting', postId: 1 },
    { id: 2, body: 'Thanks', postId: 2 },
  ],
  profile: { name: 'demo' },
};
