import { createRequire } from 'node:module';

/**
 * Returns what is wrong with a search of `profiler.keep`; undefined if it is valid. Loads the search language, which
 * only configurations with searches need.
 */
export function describeKeepIssue(search: string): string | undefined {
  const searches = require(`../profiler/search/keep-searches${EXTENSION}`) as KeepSearches;
  return searches.describeKeepIssue(search);
}

type KeepSearches = typeof import('../profiler/search/keep-searches.ts');

const require = createRequire(import.meta.url);

// .ts when run from source, .js when built.
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
