import { addressKey } from '../../core/server/address-key.ts';
import { createRecordDemand } from '../../profiler/access/record-demand.ts';
import { ProfilerAccess } from '../../profiler/pages/access/profiler-access.ts';
import { profileUrl } from '../settings.ts';
import type { RecorderSettings } from '../settings.ts';
import type { Exchange } from './exchange.ts';

/** Header lines, each with its name and value. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/**
 * Returns a function that creates the header lines with the token of a profile. In production only clients with the key get
 * them: a bearer token with the key, or a valid `X-Debug-Record` header.
 */
export function createTokenLines(settings: RecorderSettings): (exchange: Exchange, token: string) => HeaderLines {
  const { key, keyOnly } = settings;
  const linesFor = (token: string): HeaderLines => [
    ['X-Debug-Token', token],
    ['X-Debug-Token-Link', profileUrl(settings, token)],
  ];
  if (!keyOnly) return (_, token) => linesFor(token);
  const access = new ProfilerAccess({ key, keyOnly, addressKey });
  const isDemanded = createRecordDemand(key, addressKey);
  return (exchange, token) => (isDemanded(exchange) || access.hasKey(exchange) ? linesFor(token) : []);
}
