import { OptionalPackages } from 'oriel-core/configuration';

/** The optional peer dependencies of `oriel`. */
export const PEERS = new OptionalPackages(import.meta.url);
