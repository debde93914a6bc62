import type { RequestContext } from '../kernel/events.ts';
import { answersTo } from './host-listener.ts';
import type { HostPolicy } from './host-listener.ts';

/** Returns the URL of the profile of a request; undefined if it has none. */
export type ProfileLink = (context: RequestContext) => string | undefined;

/**
 * Creates links to profiles, with the host name of the request. A `Host` header with an unknown name does not determine
 * where a link leads: in development the link then uses `localhost`, which is always served; otherwise there is no link.
 */
export function profileLinks(policy: HostPolicy): ProfileLink {
  return (context) => {
    const { profileToken, host } = context;
    if (profileToken === undefined || host === '') return undefined;
    const { origin, scheme, port } = context;
    const page = `/_profiler/${profileToken}`;
    if (answersTo(policy, host)) return origin + page;
    return policy.loopbackOnly === true ? new URL(page, `${scheme}://localhost:${port}`).href : undefined;
  };
}
