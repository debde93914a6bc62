import { ALL_TENANTS, defineHost, filter, resource } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';
import type { ProviderKind, Providers } from './tenant-providers.ts';
import { keysOf } from './tenant-providers.ts';
import { SCHEMAS } from './tenant-rows.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const EVERY_FORMAT = [...ALL_FORMATS, 'ndjson'] as const;

/** Creates the host of the application. The tenant of a request is in its header X-Tenant, `all` for all tenants. */
export function createTenantHost(kind: ProviderKind, providers: Providers): Host {
  const { options } = providers;
  const isFunction = kind === 'arrays' || kind === 'pages';
  const bulk = { bulk: { max: 10, atomic: false } };
  // A function that sorts a page through links has to limit the linked rows itself.
  const order = kind === 'pages' ? ['title', 'stars'] : ['title', 'stars', 'author.name', 'author.team.name'];
  const { teams, authors, notes, comments, entries, labels, pins, countries } = SCHEMAS;
  const common = { access: { read: 'public', write: 'user' }, acceptQuery: true } as const;
  return defineHost({
    secret: 'a-secret-of-the-tests-that-is-long-enough',
    log: false,
    profiler: false,
    security: headerSecurity,
    api: {
      formats: EVERY_FORMAT,
      tenant: {
        value: ({ headers }) => (headers.get('x-tenant') === 'all' ? ALL_TENANTS : headers.get('x-tenant')),
      },
    },
    resources: [
      resource('teams', teams, {
        ...common,
        id: 'id',
        tenant: 'org',
        filters: { name: filter.exact(), order: filter.order(['name']) },
        ...options('teams'),
      }),
      resource('authors', authors, {
        ...common,
        id: 'id',
        input: { create: authors.omit({ tenant: true }) },
        links: { team: 'teams' },
        filters: { name: filter.start(), 'team.name': filter.exact() },
        ...options('authors'),
      }),
      resource('notes', notes, {
        ...common,
        ...bulk,
        id: 'id',
        allowCreate: true,
        idempotency: 'accept',
        links: { author: 'authors', reviewer: { to: 'authors', requireReadable: false }, country: 'countries' },
        subresources: {
          '/authors/{author}/notes': { author: 'author' },
          '/tenants/{tenant}/notes': { tenant: 'tenant' },
        },
        filters: {
          title: filter.start(),
          author: filter.exact(),
          stars: filter.range(),
          'author.name': filter.exact(),
          authorPart: filter.partial('author.name'),
          'author.team.name': filter.exact(),
          order: filter.order(order),
        } as never,
        page: { size: 4, off: true },
        views: { short: ['id', 'title'] },
        custom: {
          publish: { line: 'POST /{id}/publish', handle: ({ item }) => item },
          import: {
            line: 'POST /import',
            input: z.object({ id: z.string(), title: z.string() }),
            handle: async (input) => {
              const note = { ...input.body, stars: 0, author: null, reviewer: null, country: null };
              return (await providers.store('notes').create(note, input)) as z.infer<typeof notes>;
            },
          },
          recent: {
            line: 'GET /recent',
            output: z.array(notes.partial()),
            handle: async (input) => {
              const order = [{ field: 'id', direction: 'asc' }] as const;
              const request = {
                where: undefined,
                order,
                window: { by: 'all' },
                count: false,
                fields: undefined,
              } as const;
              return [...(await providers.store('notes').list(request, input)).items];
            },
          },
        },
        ...options('notes'),
      }),
      resource('comments', comments, {
        ...common,
        id: 'id',
        path: '/notes/{note}/comments',
        parent: { note: 'note' },
        links: { note: 'notes' },
        filters: { 'note.title': filter.start() },
        ...options('comments'),
      }),
      resource('entries', entries, {
        ...common,
        ...(isFunction ? {} : { bulk: { max: 10 } }),
        id: 'id',
        links: { note: 'notes' },
        order: { at: 'desc' },
        page: { by: 'cursor', size: 2, count: true },
        ...options('entries'),
      }),
      resource('labels', labels, { ...common, id: keysOf('labels') as ['tenant', 'slug'], ...options('labels') }),
      resource('pins', pins, {
        ...common,
        id: 'id',
        global: true,
        links: { note: 'notes' },
        filters: {
          label: filter.exact(),
          'note.title': filter.start(),
          ...(kind === 'pages' ? {} : { order: filter.order(['label', 'note.title']) }),
        } as never,
        ...options('pins'),
      }),
      resource('countries', countries, { ...common, id: 'id', global: true, ...options('countries') }),
    ],
  });
}
