export { CsrfListener } from './csrf-listener.ts';
export { SessionListener } from './session-listener.ts';
