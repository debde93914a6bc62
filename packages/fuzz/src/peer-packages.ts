import { OptionalPackages } from 'oriel-core/configuration';

/** The optional peer dependencies of `oriel-fuzz`. */
export const PEERS = new OptionalPackages(import.meta.url);
