/** Listeners of hosts that say more about their answers, or take a method from a header. */
export { MethodOverrideListener } from './method-override-listener.ts';
export { RobotsListener } from './robots-listener.ts';
export type { RobotsRule } from './robots-listener.ts';
export { SecurityHeadersListener } from './security-headers-listener.ts';
