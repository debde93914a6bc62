import { exportHtml, exportMarkdown } from '../view/export/documents.ts';
import { toCurl } from '../view/export/curl.ts';
import { toFetch } from '../view/export/fetch.ts';
import { createHar, toHar, toHarEntry } from '../view/export/har.ts';
import { toHttpie } from '../view/export/httpie.ts';
import type { Panel } from '../profile/view-model.ts';
import type { Profile } from '../profile/profile.ts';
import { toExportedSummary } from '../profile/visitor.ts';
import { UsageError, defineCommand, print, readVersion } from 'oriel-core/cli';
import { profileJsonText, profileQuery, forEachMatching, readProfile } from './query.ts';
import type { ReadOptions } from './options.ts';
import { QUERY_ARGUMENTS, STORE_HELP, namesProfile, oneOf, getToken } from './options.ts';
import { PANELS } from '../view/panels/panels.ts';
import type { ProfileQuery } from '../store/search/profile-query.ts';
import { getPanels } from '../view/panels/recorded-panels.ts';

const FORMATS = {
  json: ({ summary, data }) => profileJsonText({ summary: toExportedSummary(summary), data }),
  har: (profile) => profileJsonText(toHar([profile], HAR_OPTIONS)),
  md: exportMarkdown,
  html: exportHtml,
  curl: toCurl,
  fetch: toFetch,
  httpie: toHttpie,
} satisfies Readonly<Record<string, (profile: Profile, panels: readonly Panel[]) => string>>;

const HAR_OPTIONS = { version: readVersion(import.meta.resolve('oriel/package.json')) };

/** `oriel export`: prints the request as a command to repeat it, the profile as a document, or the requests of a search as HAR. */
export const command = defineCommand({
  name: 'export',
  summary: 'print a request as a command, its profile as a document, or a search as HAR',
  usage: 'export <token or query> [options]',
  help: [
    ['<token or query>', 'the token or the URL of a profile, or latest; with --as har also a query'],
    ['--as json', Object.keys(FORMATS).join(', ')],
    ['--limit number', 'the number of requests of a query, the newest ones, 1 to 1000 (default 100)'],
    STORE_HELP,
  ],
  examples: [
    'oriel export latest --as curl',
    'oriel export a1b2c3 --as html > profile.html',
    "oriel export 'since:1h path:/api' --as har > requests.har",
  ],
  options: { store: { type: 'string' }, as: { type: 'string' }, limit: { type: 'string' } },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const name = oneOf('--as', options.as ?? 'json', Object.keys(FORMATS) as (keyof typeof FORMATS)[]);
    if (!namesProfile(args)) {
      if (name !== 'har') throw new UsageError(`A query is exported as har; ${name} is for one profile`);
      return printHar(options, profileQuery({ limit: options.limit ?? '100' }, args));
    }
    if (options.limit !== undefined) throw new UsageError('--limit is for queries');
    const profile = await readProfile(options, getToken(args, 'export'));
    return print(FORMATS[name](profile, getPanels(profile, PANELS)).trimEnd());
  },
});

// A thousand profiles may have a hundred megabytes, so each is written before the next is read.
async function printHar(options: ReadOptions, query: ProfileQuery): Promise<0> {
  const [head = '', tail = ''] = profileJsonText(createHar([], HAR_OPTIONS)).split('[]');
  let count = 0;
  await forEachMatching(options, query, async (profile) => {
    const entry = toHarEntry(profile);
    if (entry === undefined) return;
    const before = count++ === 0 ? `${head}[` : ',';
    // A reader such as `head` may end, which is an error here.
    await new Promise((resolve) => process.stdout.write(`${before}\n${profileJsonText(entry)}`, resolve));
  });
  return print(count === 0 ? `${head}[]${tail}` : `\n]${tail}`);
}
