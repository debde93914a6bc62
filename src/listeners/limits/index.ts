/** The listeners of hosts that limit how many requests come. */
export { LimitHeadersListener, LimitListener } from './limit-listener.ts';
export type { NameOf } from './limit-listener.ts';
