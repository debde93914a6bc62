import type { HostConfig } from 'oriel-host';

/** The formats whose lists have pages: all built-in ones but NDJSON, which returns whole lists. Hosts have only JSON by default. */
export const ALL_FORMATS = ['json', 'jsonld', 'jsonapi', 'hal', 'hal-forms', 'csv'] as const satisfies NonNullable<
  HostConfig['api']
>['formats'];
