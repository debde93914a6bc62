/** The listeners of hosts that speak several languages. */
export { DefaultLocaleListener, LocaleListener } from './locale-listener.ts';
export type { LanguageChoice } from './locale-listener.ts';
