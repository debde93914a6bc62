export { SessionListener } from './session-listener.ts';
