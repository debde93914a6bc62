/** The listener of hosts that have rules for other origins. */
export { CorsListener } from './cors-listener.ts';
