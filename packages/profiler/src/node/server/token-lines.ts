import { addressKey } from 'oriel-core/node';
import { createRecordDemand } from '../../record/demand/record-header.ts';
import { ProfilerAccess } from '../../view/pages/access/profiler-access.ts';
import type { ProfileUrls } from '../pages/profile-urls.ts';
import type { RecorderSettings } from '../settings.ts';
import type { Exchange } from './exchange.ts';

/** Header lines, each with its name and value. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/**
 * Returns a function that creates the header lines with the token of a profile. In production only clients with the key get
 * them: a bearer token with the key, or a valid `X-Debug-Record` header.
 */
export function createTokenLines(
  { key, keyOnly }: RecorderSettings,
  urls: ProfileUrls,
): (exchange: Exchange, token: string) => HeaderLines {
  const linesFor = (exchange: Exchange, token: string): HeaderLines => [
    ['X-Debug-Token', token],
    ['X-Debug-Token-Link', urls.of(exchange, token)],
  ];
  if (!keyOnly) return linesFor;
  const access = new ProfilerAccess({ key, keyOnly, addressKey });
  const isDemanded = createRecordDemand(key);
  return (exchange, token) => (isDemanded(exchange) || access.hasKey(exchange) ? linesFor(exchange, token) : []);
}
