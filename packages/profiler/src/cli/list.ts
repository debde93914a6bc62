import type { FoundProfiles } from '../store/search/profile-query.ts';
import { toShownSummary } from '../profile/visitor.ts';
import type { ProfileSummary } from '../profile/profile.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../view/render/blocks-markdown.ts';
import { formatEstimate, formatStatusCode } from '../view/render/format.ts';
import { alignColumns, count, defineCommand, print, style } from 'oriel-core/cli';
import { profileJsonText, profileQuery } from './query.ts';
import { FORMAT_HELP, QUERY_ARGUMENTS, STORE_HELP, getFormat } from './options.ts';
import type { Format } from './options.ts';
import { PROFILE_HEADS, profileCells } from './row.ts';
import { NO_LIMIT, withStore } from './store.ts';
import { assertRecorded } from './assert-recorded.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';

/** `oriel list`: lists profiles, the newest first. With `--fail-if`, the exit code is 1 if any profile matches, and 2 if nothing was recorded. */
export const command = defineCommand({
  name: 'list',
  summary: 'list the newest profiles that match a query',
  usage: 'list [query] [options]',
  help: [
    ['[query]', 'the syntax of the search page, such as status:5xx since:10m'],
    ['--limit number', 'the number of profiles, 1 to 1000 (default 10)'],
    ['--sort key', 'the sort key, such as duration, or -duration for descending order (default -time)'],
    ['--fail-if query', 'also filters by this query, and exits with 1 if any profile matches'],
    FORMAT_HELP,
    STORE_HELP,
  ],
  examples: [
    "oriel list 'status:5xx since:10m'",
    "oriel list --fail-if 'dur:>500'",
    'oriel list -path:/health --sort -duration',
  ],
  options: {
    store: { type: 'string' },
    format: { type: 'string' },
    limit: { type: 'string' },
    sort: { type: 'string' },
    'fail-if': { type: 'string' },
  },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const format = getFormat(options);
    const query = profileQuery(options, args);
    // The search has no time limit: `--fail-if` has to check every profile.
    const isCheck = options['fail-if'] !== undefined;
    const find = async (storage: ProfileStorage): Promise<FoundProfiles> => {
      const found = await storage.find(query);
      if (isCheck && found.rows.length === 0) await assertRecorded(storage, query.terms, options);
      return found;
    };
    const found = await withStore(options, find, { searchTime: NO_LIMIT });
    print(WRITERS[format](found));
    return isCheck && found.rows.length > 0 ? 1 : 0;
  },
});

const WRITERS: Readonly<Record<Format, (found: FoundProfiles) => string>> = {
  human: (found) => {
    if (found.rows.length === 0) return describeResult(found);
    return [...alignColumns([PROFILE_HEADS, ...found.rows.map(profileCells)]), '', describeResult(found)].join('\n');
  },
  json: ({ rows, matched, next, lookedBackTo }) =>
    profileJsonText({
      matched: matched.count,
      exact: matched.exact,
      requests: matched.requests,
      shown: rows.length,
      lookedBackTo,
      next,
      rows: rows.map(toShownSummary),
    }),
  md: ({ rows, ...found }) => {
    const table = {
      kind: 'table',
      columns: ['Status', 'Method', 'URL', 'Application', 'ms', 'Time', 'IP', 'Token'],
      rows: rows.map(markdownRow),
      empty: 'No profiles were found.',
    } as const;
    return [
      `# Profile Search`,
      describeResult({ rows, ...found }),
      UNTRUSTED_NOTICE,
      renderBlocksAsMarkdown([table]),
    ].join('\n\n');
  },
};

function markdownRow({ status, ip, method, url, app, duration, time, token }: ProfileSummary): {
  readonly cells: readonly (string | number)[];
} {
  return {
    cells: [formatStatusCode(status), method, url, app, Math.round(duration), new Date(time).toISOString(), ip, token],
  };
}

function describeResult({ rows, matched, lookedBackTo }: FoundProfiles): string {
  const searchedUntil = lookedBackTo === undefined ? '' : `; searched back to ${new Date(lookedBackTo).toISOString()}`;
  if (rows.length === 0) return `No profile matches${searchedUntil}`;
  const requests = matched.requests === undefined ? '' : ` for about ${formatEstimate(matched.requests)} requests`;
  const shown = rows.length < matched.count ? ` (${rows.length} shown)` : '';
  return `${matched.exact ? '' : '≥ '}${style('bold', count(matched.count, 'result'))} found${shown}${requests}${searchedUntil}`;
}
