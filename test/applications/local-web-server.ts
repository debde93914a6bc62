import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHeader } from './public-application.ts';
import type { PublicApplication, Step } from './public-application.ts';

/** Koa 2 with middleware for files, rewriting and compression, and without a router. */
export const localWebServer: PublicApplication = {
  name: 'local-web-server (Koa 2)',
  packages: { 'local-web-server': '5.4.0' },
  prepare(folder) {
    const site = join(folder, 'site');
    mkdirSync(join(site, 'orders'), { recursive: true });
    writeFileSync(join(site, 'index.html'), '<!doctype html><title>Home</title><h1>Home</h1>');
    for (const id of [1, 2, 3, 4])
      writeFileSync(join(site, 'orders', `${id}.json`), JSON.stringify({ id, total: id * 10 }));
    writeFileSync(join(site, 'large.txt'), 'line\n'.repeat(20_000));
    // Entity tags and listings contain the time of files.
    for (const path of [
      'index.html',
      'large.txt',
      'orders/1.json',
      'orders/2.json',
      'orders/3.json',
      'orders/4.json',
      'orders',
    ])
      utimesSync(join(site, path), MODIFIED, MODIFIED);
  },
  start: (port) => ({
    args: [
      'node_modules/local-web-server/bin/cli.js',
      '--hostname',
      '127.0.0.1',
      '--port',
      String(port),
      '--directory',
      'site',
      '--compress',
      '--rewrite',
      '/old/(.*) -> /orders/$1',
    ],
  }),
  readyPath: '/',
  session: [
    { request: { path: '/' } },
    { request: { path: '/index.html' } },
    ...[1, 2, 3, 4].map((id): Step => ({ request: { path: `/orders/${id}.json` } })),
    ...[1, 2].map((id): Step => ({ request: { path: `/old/${id}.json` } })),
    { request: { path: '/orders/' } },
    { request: { path: '/large.txt' } },
    { request: { path: '/large.txt', headers: { 'Accept-Encoding': 'gzip' } } },
    { request: { path: '/large.txt', headers: { 'Accept-Encoding': 'br' } } },
    { request: { path: '/large.txt', headers: { Range: 'bytes=10-19' } } },
    { request: { path: '/large.txt', headers: { Range: 'bytes=999999-' } } },
    { request: { method: 'HEAD', path: '/large.txt' } },
    {
      request: (earlier) => ({
        path: '/large.txt',
        headers: { 'If-Modified-Since': readHeader(earlier[9]!, 'last-modified') },
      }),
    },
    {
      request: (earlier) => ({
        path: '/large.txt',
        headers: { 'If-None-Match': readHeader(earlier[9]!, 'etag') },
      }),
    },
    ...['/missing', '/missing/42', '/orders'].map((path): Step => ({ request: { path } })),
    ...['/../etc/passwd', '/%2e%2e/package.json'].map((path): Step => ({
      request: { path },
      findings: ['logged-errors'],
    })),
    ...['POST', 'PUT', 'DELETE'].map((method): Step => ({
      request: { method, path: '/orders/1.json' },
      findings: ['method-not-allowed'],
    })),
    { request: { method: 'OPTIONS', path: '/', headers: { Origin: 'http://other.example' } } },
    { request: { path: '/', headers: { Cookie: 'session=planted-koa-1' } } },
    { request: { path: '/', headers: { Authorization: 'Bearer planted-koa-2' } } },
    { request: { path: '/?token=planted-koa-3' } },
    { request: { path: '/%E0%A4%A' }, findings: ['logged-errors'] },
  ],
  variable: [],
  secrets: ['planted-koa-1', 'planted-koa-2', 'planted-koa-3'],
};

const MODIFIED = new Date('2026-01-02T03:04:05Z');
