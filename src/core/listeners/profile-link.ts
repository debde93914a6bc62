import type { RequestContext } from '../kernel/events.ts';
import { answersTo } from './host-listener.ts';
import type { HostPolicy } from './host-listener.ts';

/** Where the profile of a request is shown; undefined when that cannot be said. */
export type ProfileLink = (context: RequestContext) => string | undefined;

/**
 * Makes links to profiles, under the name that a request was sent to. Whoever sends a `Host` that is none of ours does
 * not decide where people go: in development such a link leads to `localhost`, which always answers, else there is none.
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
