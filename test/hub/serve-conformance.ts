/**
 * Serves a hub for the public conformance suite of the protocol: see "Conformance" in docs/host/hub.md. The secret and the
 * URL match the tokens of the suite.
 */
import { defineHost, route } from 'oriel-host';

const host = defineHost({
  hub: {
    secret: '!ChangeThisMercureHubJWTSecretKey!',
    publicUrl: 'https://localhost/.well-known/mercure',
    anonymous: true,
  },
  // The suite runs in a page of the same origin. The Content-Security-Policy of an error page would block its connections.
  routes: [
    route('page', 'GET /', {
      handle: () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    }),
  ],
});
const { url } = await host.listen({ port: Number(process.env['PORT'] ?? 8080), mode: 'development' });
console.log(`The hub is at ${url}/.well-known/mercure`);
