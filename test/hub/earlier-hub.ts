import { bearer, earlierToken, createTestHub } from './test-hub.ts';
import type { TestHub } from './test-hub.ts';
import type { EmbeddedHubConfig } from 'oriel-host/hub';

/** A token of the earlier dialect that may publish and subscribe to every topic. */
export const FULL_ACCESS_TOKEN = earlierToken({ publish: ['*'], subscribe: ['*'] });

/** Returns the query parameter for a topic selector. */
export const topicQuery = (selector: string): string => `topic=${encodeURIComponent(selector)}`;

/** Creates a hub that supports only the earlier dialect. */
export function createEarlierHub(config: Partial<EmbeddedHubConfig> = {}): TestHub {
  return createTestHub({ dialects: ['earlier'], ...config });
}

/** Publishes to topics and returns the status. */
export async function publishStatus(hub: TestHub, jwt: string, ...topics: readonly string[]): Promise<number> {
  const response = await hub.publish(topics.map((topic) => ['topic', topic] as const), bearer(jwt)); // prettier-ignore
  return response.status;
}
