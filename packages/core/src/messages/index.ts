/** Internal values of the packages of Oriel: `oriel-core/messages`. They may change in any version. @module */
export { ENGLISH_CATALOGUE } from './catalogue.ts';
export type { Catalogue, Messages } from './catalogue.ts';
export { ENGLISH } from './english.ts';
export { Message, message } from './message.ts';
export type { ClientText } from './message.ts';
export { ERROR_REASON_PHRASES } from './reason-phrases.ts';
