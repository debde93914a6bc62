/** The listeners of hosts that ask who is asking, and whether they may. */
export { AccessListener } from './access-listener.ts';
export type { AccessOptions, AccessRule, OperationGrants } from './access-listener.ts';
export { ConcealListener } from './conceal-listener.ts';
export { ConcealQueryListener } from './conceal-query-listener.ts';
export { Concealment } from './concealment.ts';
export type { ConcealmentOptions } from './concealment.ts';
export { FirewallListener } from './firewall-listener.ts';
export { RouteGrantListener } from './route-grant-listener.ts';
