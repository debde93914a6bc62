import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { Hub } from '../../packages/host/src/features/hub/hub.ts';
import { defineHost, resource } from 'oriel-host';
import { bearer, oidcLogin } from 'oriel-host/security';
import { z } from 'zod';

const PACKAGES = ['jose', 'openid-client', '@remix-run/multipart-parser'];
const secret = 'a secret of the test that has at least 32 bytes';

test('features report a missing package with the command that installs it', () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!PACKAGES.includes(specifier)) return next(specifier, context);
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'MODULE_NOT_FOUND' });
    },
  });
  try {
    assert.throws(() => bearer({ algorithms: ['HS256'], secret }), {
      message: 'bearer() needs the package "jose", which is not installed; run: npm install jose',
    });
    assert.throws(() => oidcLogin({ issuer: 'https://accounts.example.com', clientId: 'harbour' }), {
      message: 'oidcLogin() needs the package "openid-client", which is not installed; run: npm install openid-client',
    });
    assert.throws(() => new Hub({ secret, publicUrl: 'https://example.com/.well-known/mercure' }), {
      message: 'The hub needs the package "jose", which is not installed; run: npm install jose',
    });
    const pictures = resource('pictures', z.object({ id: z.number() }), {
      id: 'id',
      operations: { create: { uploads: true } },
      process: { create: () => ({ id: 1 }) },
    });
    assert.throws(() => defineHost({ resources: [pictures] }), {
      message:
        'An operation with uploads needs the package "@remix-run/multipart-parser", which is not installed; run: npm install @remix-run/multipart-parser',
    });
  } finally {
    hooks.deregister();
  }
});
