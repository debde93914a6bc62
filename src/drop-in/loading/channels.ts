import { watchNodeRedis } from '../drivers/node-redis.ts';

/**
 * Watches libraries that publish diagnostics channels.
 *
 * @returns a function that stops watching
 */
export function watchChannels(): () => void {
  const undo = [watchNodeRedis()];
  return () => undo.forEach((each) => each());
}
