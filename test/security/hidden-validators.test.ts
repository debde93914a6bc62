import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';

const Note = z.object({ id: z.int(), version: z.int(), changed: z.iso.datetime() });

function findIssues(definition: object, cache?: object): string[] {
  try {
    defineHost({
      log: false,
      security: headerSecurity,
      ...(cache === undefined ? {} : { api: { cache } }),
      resources: [
        resource('notes', Note, {
          id: 'id',
          access: { write: 'never' },
          store: memoryStore(),
          ...definition,
        }),
      ],
    });
    return [];
  } catch (error) {
    return (error as HostConfigError).issues.map(({ place, reason }) => `${place}: ${reason}`);
  }
}

test('rejects a hidden field as ETag or Last-Modified, which would reveal its value', () => {
  for (const rule of ['never', 'role:admin', { read: 'never' }, () => true]) {
    deepEqual(findIssues({ fields: { version: rule }, cache: { etag: 'version' } }), [
      'resources[0] "notes".cache.etag: Reading "version" is restricted, but the ETag would reveal it',
    ]);
    deepEqual(findIssues({ fields: { changed: rule }, cache: { lastModified: 'changed' } }), [
      'resources[0] "notes".cache.lastModified: Reading "changed" is restricted, but Last-Modified would reveal it',
    ]);
    deepEqual(findIssues({ fields: { version: rule }, operations: { get: { cache: { etag: 'version' } } } }), [
      'resources[0] "notes".operations.get.cache.etag: Reading "version" is restricted, but the ETag would reveal it',
    ]);
    deepEqual(findIssues({ fields: { version: rule } }, { etag: 'version' }), [
      'resources[0] "notes".cache.etag: Reading "version" is restricted, but the ETag would reveal it',
    ]);
  }
  deepEqual(findIssues({ fields: { version: { write: 'never' } }, cache: { etag: 'version' } }), []);
});
