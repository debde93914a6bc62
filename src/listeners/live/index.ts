/** What live resources need: the link to the hub, the cookie for it, and what publishes. */
export { HubCookieListener } from './hub-cookie-listener.ts';
export { HubLinkListener } from './hub-link-listener.ts';
export { LivePublisher } from './live-publisher.ts';
export { hearingFor } from './live-resource.ts';
export type { LiveResource } from './live-resource.ts';
