/** Internal values of the packages of Oriel: `oriel-core/node`. They may change in any version. @module */
export * from './address-key.ts';
export * from './node-headers.ts';
export * from './recorded-servers.ts';
