import { exportHtml, exportMarkdown } from '../view/export/documents.ts';
import { toCurl } from '../view/export/curl.ts';
import { toFetch } from '../view/export/fetch.ts';
import { toHar } from '../view/export/har.ts';
import { toHttpie } from '../view/export/httpie.ts';
import type { Panel } from '../profile/view-model.ts';
import type { Profile } from '../profile/profile.ts';
import { defineCommand, print, readVersion } from 'oriel-core/cli';
import { profileJsonText, readProfile } from './query.ts';
import { STORE_HELP, oneOf, tokenOf } from './options.ts';
import { PANELS } from '../view/panels/panels.ts';
import { panelsOf } from '../view/panels/recorded-panels.ts';

const FORMATS = {
  json: (profile) => profileJsonText(profile),
  har: (profile) =>
    profileJsonText(toHar([profile], { version: readVersion(import.meta.resolve('oriel/package.json')) })),
  md: exportMarkdown,
  html: exportHtml,
  curl: toCurl,
  fetch: toFetch,
  httpie: toHttpie,
} satisfies Readonly<Record<string, (profile: Profile, panels: readonly Panel[]) => string>>;

/** `oriel export`: prints the request as a command to repeat it, or the profile as a document. */
export const command = defineCommand({
  name: 'export',
  summary: 'print a request as a command, or its profile as a document',
  usage: 'export <token> [options]',
  help: [
    ['<token>', 'the token or the URL of a profile, or latest'],
    ['--as json', Object.keys(FORMATS).join(', ')],
    STORE_HELP,
  ],
  examples: ['oriel export latest --as curl', 'oriel export a1b2c3 --as html > profile.html'],
  options: { store: { type: 'string' }, as: { type: 'string' } },
  maxPositionals: 2,
  run: async (options, args) => {
    const name = oneOf('--as', options.as ?? 'json', Object.keys(FORMATS) as (keyof typeof FORMATS)[]);
    const profile = await readProfile(options, tokenOf(args, 'export'));
    return print(FORMATS[name](profile, panelsOf(profile, PANELS)).trimEnd());
  },
});
