/** The listeners of hosts that ask who is asking. */
export { FirewallListener } from './firewall-listener.ts';
