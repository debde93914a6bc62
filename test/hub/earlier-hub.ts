import { bearer, earlierToken, hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';
import type { EmbeddedHubConfig } from 'oriel/hub';

/** A token of the earlier dialect that may do everything. */
export const ALL = earlierToken({ publish: ['*'], subscribe: ['*'] });

/** A query for a selector. */
export const topic = (selector: string): string => `topic=${encodeURIComponent(selector)}`;

/** A hub of the earlier dialect alone. */
export function earlierHub(config: Partial<EmbeddedHubConfig> = {}): HubUnderTest {
  return hubUnderTest({ dialects: ['earlier'], ...config });
}

/** Publishes to topics, and gives the status. */
export async function post(hub: HubUnderTest, jwt: string, ...topics: readonly string[]): Promise<number> {
  const response = await hub.publish(topics.map((each) => ['topic', each] as const), bearer(jwt)); // prettier-ignore
  return response.status;
}
