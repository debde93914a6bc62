/** Internal values of the packages of Oriel: `oriel-core/node`. They may change in any version. @module */
export { addressKey, withoutPrefix } from './address-key.ts';
export { NodeHeaders, findHostLines } from './node-headers.ts';
export { isRecorded, markRecorded } from './recorded-servers.ts';
