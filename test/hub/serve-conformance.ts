/**
 * Serves a hub for the protocol's public conformance suite, which lives elsewhere: see "Conformance" in docs/hub.md. The
 * secret, issuer and audience are those that the tokens of the suite were made with.
 */
import { defineHost, route } from 'oriel';

const host = defineHost({
  hub: {
    secret: '!ChangeThisMercureHubJWTSecretKey!',
    issuer: 'https://localhost',
    audience: 'https://localhost/.well-known/mercure',
    anonymous: true,
  },
  // The suite works from a page of the same origin; that of an error allows no connections.
  routes: [
    route('page', 'GET /', {
      handle: () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    }),
  ],
});
const { url } = await host.listen({ port: Number(process.env['PORT'] ?? 8080), mode: 'development' });
console.log(`The hub is at ${url}/.well-known/mercure`);
