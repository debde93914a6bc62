import type { ListenerCall } from 'oriel-core/trace';
import type { Profile } from '../../profile/profile.ts';
import { toList } from '../../profile/recorded-values.ts';

/**
 * Returns the calls of a profile in which functions without a name have one: the handler of the route with its position,
 * other functions after what they are.
 */
export function getNamedCalls({ pipeline, request }: Profile['data']): readonly ListenerCall[] {
  const calls = toList(pipeline);
  // A route may have several handlers. The last one is the recorded one.
  const last = calls.findLastIndex(({ event }) => event === 'handler');
  return calls.map((call, index) => {
    if (call.listener !== '' && call.listener !== ANONYMOUS) return call;
    const location = index === last ? request?.handler : undefined;
    return { ...call, listener: location === undefined ? `anonymous ${call.event}` : `handler ${location}` };
  });
}

const ANONYMOUS = '<anonymous>';
