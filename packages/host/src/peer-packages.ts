import { OptionalPackages } from 'oriel-core/configuration';

/** The optional peer dependencies of `oriel-host`. */
export const PEERS = new OptionalPackages(import.meta.url);
