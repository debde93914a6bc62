/** The listeners of hosts that limit how many requests come. */
export { LimitHeadersListener } from './limit-headers-listener.ts';
export { LimitListener, limitsFor } from './limit-listener.ts';
export { UnroutedLimitListener } from './unrouted-limit-listener.ts';
export type { LimitedRoute, LimitedRouteOf } from './limit-listener.ts';
