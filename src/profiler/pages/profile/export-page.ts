import { printable } from '../../../core/errors/printable.ts';
import { HttpResponse } from '../../../core/http/response.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { decodeBody } from '../../render/body-view.ts';
import type { DecodedBody } from '../../render/body-view.ts';
import type { Profile, RecordedBody } from '../../profile.ts';
import { exportHtml, exportJson, exportMarkdown } from '../../export/documents.ts';
import { toCurl } from '../../export/curl.ts';
import { toFetch } from '../../export/fetch.ts';
import { toHar } from '../../export/har.ts';
import { toHttpie } from '../../export/httpie.ts';
import { representMissingProfile } from './missing-profile.ts';
import { formatRawBody } from '../../panels/body-blocks.ts';
import { findProfile } from './profile-page.ts';
import { getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { SECURITY_HEADERS, createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Panel } from '../../panels/view-model.ts';

/** `/_profiler/{token}/export/{format}`: a request to copy, or a profile to take along. */
export function exportPage(visit: PageRequest): HttpResponse {
  const token = getPathParameter(visit, 'token');
  const name = getPathParameter(visit, 'format');
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format)
    throw new NotFoundError(`There is no export "${name.slice(0, 60)}"; there are ${Object.keys(FORMATS).join(', ')}`);
  const profile = findProfile(visit, token);
  if (!profile)
    return createPageResponse(
      representMissingProfile(visit, token),
      negotiateRepresentation(visit.context, undefined),
      404,
    );
  const { type, isFile, write } = format;
  const disposition = isFile
    ? ['Content-Disposition', `attachment; filename="profile-${profile.summary.token}.${name}"`]
    : [];
  // Nothing in it may run in the name of this host, wherever it is opened.
  const policy = "default-src 'none'; sandbox";
  const content = typeof type === 'string' ? type : type(profile);
  return new HttpResponse(
    200,
    ['Content-Type', content, 'Content-Security-Policy', policy, ...disposition, ...SECURITY_HEADERS],
    write(profile, visit.pages.panels),
  );
}

// As the panels show it: nothing in it turns the reading direction or moves a cursor.
function plainBody(body: RecordedBody | undefined): string {
  return body ? printable(formatRawBody(body), Infinity) : '';
}

// Only what the panel would draw, with the type it has there.
function pictureOf(of: 'request' | 'response'): Format {
  const view = ({ data }: Profile): Extract<DecodedBody, { kind: 'image' }> => {
    const found = decodeBody(data[of].body);
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
  html: { type: 'text/html; charset=utf-8', isFile: true, write: exportHtml },
  md: { type: 'text/markdown; charset=utf-8', isFile: true, write: exportMarkdown },
  json: { type: 'application/json; charset=utf-8', isFile: true, write: exportJson },
  har: {
    type: 'application/json; charset=utf-8',
    isFile: true,
    write: (profile) => JSON.stringify(toHar([profile]), null, 2),
  },
};
