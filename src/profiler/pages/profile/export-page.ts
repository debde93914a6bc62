import { printable } from '../../../core/errors/printable.ts';
import { HttpResponse } from '../../../core/http/response.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { bodyView } from '../../render/body-view.ts';
import type { BodyView } from '../../render/body-view.ts';
import type { Profile, RecordedBody } from '../../profile.ts';
import { profileHtml } from '../../export/profile-html.ts';
import { profileJson } from '../../export/profile-json.ts';
import { profileMarkdown } from '../../export/profile-markdown.ts';
import { toCurl } from '../../export/curl.ts';
import { toFetch } from '../../export/fetch.ts';
import { toHar } from '../../export/har.ts';
import { toHttpie } from '../../export/httpie.ts';
import { missingProfile } from './missing-profile.ts';
import { bodyText } from '../../panels/body-blocks.ts';
import { profileNamed } from './profile-page.ts';
import { parameterOf } from '../page-request.ts';
import type { Visit } from '../page-request.ts';
import { SAFE, represent, representationFor } from '../representation.ts';
import type { Panel } from '../../panels/view-model.ts';

/** `/_profiler/{token}/export/{format}`: a request to copy, or a profile to take along. */
export function exportPage(visit: Visit): HttpResponse {
  const token = parameterOf(visit, 'token');
  const name = parameterOf(visit, 'format');
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format)
    throw new NotFoundError(`There is no export "${name.slice(0, 60)}"; there are ${Object.keys(FORMATS).join(', ')}`);
  const profile = profileNamed(visit, token);
  if (!profile) return represent(missingProfile(visit, token), representationFor(visit.context, undefined), 404);
  const { type, isFile, write } = format;
  const disposition = isFile
    ? ['Content-Disposition', `attachment; filename="profile-${profile.summary.token}.${name}"`]
    : [];
  // Nothing in it may run in the name of this host, wherever it is opened.
  const policy = "default-src 'none'; sandbox";
  const content = typeof type === 'string' ? type : type(profile);
  return new HttpResponse(
    200,
    ['Content-Type', content, 'Content-Security-Policy', policy, ...disposition, ...SAFE],
    write(profile, visit.pages.panels),
  );
}

// As the panels show it: nothing in it turns the reading direction or moves a cursor.
function plainBody(body: RecordedBody | undefined): string {
  return body ? printable(bodyText(body), Infinity) : '';
}

// Only what the panel would draw, with the type it has there.
function pictureOf(of: 'request' | 'response'): Format {
  const view = ({ data }: Profile): Extract<BodyView, { kind: 'image' }> => {
    const found = bodyView(data[of].body);
    if (found.kind === 'image') return found;
    throw new NotFoundError(`The body of the ${of} is no picture, or was not kept whole`);
  };
  return {
    type: (profile) => view(profile).mediaType,
    isFile: false,
    write: (profile) => Buffer.from(view(profile).base64, 'base64'),
  };
}

interface Format {
  readonly type: string | ((profile: Profile) => string);
  readonly isFile: boolean;
  readonly write: (profile: Profile, panels: readonly Panel[]) => string | Uint8Array<ArrayBuffer>;
}

const TEXT = 'text/plain; charset=utf-8';
const FORMATS: Readonly<Record<string, Format>> = {
  'request-body': { type: TEXT, isFile: false, write: ({ data }) => plainBody(data.request.body) },
  'response-body': { type: TEXT, isFile: false, write: ({ data }) => plainBody(data.response.body) },
  'request-picture': pictureOf('request'),
  'response-picture': pictureOf('response'),
  curl: { type: TEXT, isFile: false, write: toCurl },
  fetch: { type: TEXT, isFile: false, write: toFetch },
  httpie: { type: TEXT, isFile: false, write: toHttpie },
  html: { type: 'text/html; charset=utf-8', isFile: true, write: profileHtml },
  md: { type: 'text/markdown; charset=utf-8', isFile: true, write: profileMarkdown },
  json: { type: 'application/json; charset=utf-8', isFile: true, write: profileJson },
  har: {
    type: 'application/json; charset=utf-8',
    isFile: true,
    write: (profile) => JSON.stringify(toHar([profile]), null, 2),
  },
};
