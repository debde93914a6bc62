/** Internal values of the packages of Oriel: `oriel-core/client`. They may change in any version. @module */
export * from './request-sender.ts';
