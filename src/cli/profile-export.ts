import { exportHtml, exportMarkdown } from '../profiler/export/documents.ts';
import { toCurl } from '../profiler/export/curl.ts';
import { toFetch } from '../profiler/export/fetch.ts';
import { toHar } from '../profiler/export/har.ts';
import { toHttpie } from '../profiler/export/httpie.ts';
import type { Panel } from '../profiler/panels/view-model.ts';
import type { Profile } from '../profiler/profile.ts';
import { print } from './print.ts';
import { profileJsonText, readProfile } from './profile-query.ts';
import { oneOf, rejectOptions, tokenOf } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';
import { PANELS } from '../profiler/panels/panels.ts';
import { panelsOf } from '../profiler/panels/recorded-panels.ts';
import { packageVersion } from './usage.ts';

/** `oriel profile export`: prints the request as a command to repeat it, or the profile as a document. */
export const exportProfile: ProfileAction = async (options, args) => {
  rejectOptions(options, 'export', ['limit', 'sort', 'fail-if', 'panel', 'all', 'format']);
  const name = oneOf('--as', options.as ?? 'json', Object.keys(FORMATS) as (keyof typeof FORMATS)[]);
  const profile = await readProfile(options, tokenOf(args, 'export'));
  return print(FORMATS[name](profile, panelsOf(profile, PANELS)).trimEnd());
};

const FORMATS = {
  json: (profile) => profileJsonText(profile),
  har: (profile) => profileJsonText(toHar([profile], { version: packageVersion() })),
  md: exportMarkdown,
  html: exportHtml,
  curl: toCurl,
  fetch: toFetch,
  httpie: toHttpie,
} satisfies Readonly<Record<string, (profile: Profile, panels: readonly Panel[]) => string>>;
