import type { ProfileUrls } from '../pages/profile-urls.ts';

/**
 * Returns a function that checks whether a URL contains the key of the profiler, or a key or a pass of its pages. Requests for
 * such URLs are not recorded: they arrive if a link is opened on an application that does not serve the pages.
 */
export function createKeyCheck(key: string | undefined, pages: Pick<ProfileUrls, 'hasPath'>): (url: string) => boolean {
  const texts = key === undefined ? [] : [key, encodeURIComponent(key)];
  return (url) => (pages.hasPath(url) && KEY_PARAMETER.test(url)) || texts.some((text) => url.includes(text));
}

const KEY_PARAMETER = /[?&]key=/;
