import { printable } from 'oriel-core/errors';
import { HttpResponse, NotFoundError } from 'oriel-core/http';
import { decodeBody } from '../../render/body-view.ts';
import type { DecodedBody } from '../../render/body-view.ts';
import type { Profile, RecordedBody } from '../../../profile/profile.ts';
import { exportHtml, exportJson, exportMarkdown } from '../../export/documents.ts';
import { toCurl } from '../../export/curl.ts';
import { toFetch } from '../../export/fetch.ts';
import { toHar } from '../../export/har.ts';
import { toHttpie } from '../../export/httpie.ts';
import { respondMissingProfile } from './missing-profile.ts';
import { formatRawBody } from '../../panels/body-blocks.ts';
import { findProfile } from './profile-page.ts';
import { getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { SECURITY_HEADERS } from '../representation.ts';
import { getPanels } from '../../panels/recorded-panels.ts';
import type { Panel } from '../../../profile/view-model.ts';

/** Handles `/_profiler/{token}/export/{format}`: the request as code to copy, its bodies, or the profile as a file. */
export async function exportPage(request: PageRequest): Promise<HttpResponse> {
  const token = getPathParameter(request, 'token');
  const name = getPathParameter(request, 'format');
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format)
    throw new NotFoundError(
      `Unknown export format "${name.slice(0, 60)}"; available formats: ${Object.keys(FORMATS).join(', ')}`,
    );
  const profile = await findProfile(request, token);
  if (!profile) return await respondMissingProfile(request, token);
  const { type, isFile, write } = format;
  const disposition = isFile
    ? ['Content-Disposition', `attachment; filename="profile-${profile.summary.token}.${name}"`]
    : [];
  // Exported content must not run scripts with the origin of this host.
  const policy = "default-src 'none'; sandbox";
  const content = typeof type === 'string' ? type : type(profile);
  return new HttpResponse(
    200,
    ['Content-Type', content, 'Content-Security-Policy', policy, ...disposition, ...SECURITY_HEADERS],
    write(profile, getPanels(profile, request.pages.panels)),
  );
}

// Escapes control and bidirectional characters, like the panels.
function formatBody(body: RecordedBody | undefined): string {
  return body ? printable(formatRawBody(body), Infinity) : '';
}

// Serves only images that the panel displays, with the media type the panel uses.
function createImageFormat(of: 'request' | 'response'): Format {
  const decodeImage = ({ data }: Profile): Extract<DecodedBody, { kind: 'image' }> => {
    const body = decodeBody(data[of].body);
    if (body.kind === 'image') return body;
    throw new NotFoundError(`The ${of} body is not an image, or was truncated`);
  };
  return {
    type: (profile) => decodeImage(profile).mediaType,
    isFile: false,
    write: (profile) => Buffer.from(decodeImage(profile).base64, 'base64'),
  };
}

interface Format {
  readonly type: string | ((profile: Profile) => string);
  readonly isFile: boolean;
  readonly write: (profile: Profile, panels: readonly Panel[]) => string | Uint8Array<ArrayBuffer>;
}

const TEXT = 'text/plain; charset=utf-8';
const FORMATS: Readonly<Record<string, Format>> = {
  'request-body': { type: TEXT, isFile: false, write: ({ data }) => formatBody(data.request.body) },
  'response-body': { type: TEXT, isFile: false, write: ({ data }) => formatBody(data.response.body) },
  'request-image': createImageFormat('request'),
  'response-image': createImageFormat('response'),
  curl: { type: TEXT, isFile: false, write: toCurl },
  fetch: { type: TEXT, isFile: false, write: toFetch },
  httpie: { type: TEXT, isFile: false, write: toHttpie },
  // The document of `md`, to read or copy instead of downloading it.
  markdown: { type: TEXT, isFile: false, write: exportMarkdown },
  html: { type: 'text/html; charset=utf-8', isFile: true, write: exportHtml },
  md: { type: 'text/markdown; charset=utf-8', isFile: true, write: exportMarkdown },
  json: { type: 'application/json; charset=utf-8', isFile: true, write: exportJson },
  har: {
    type: 'application/json; charset=utf-8',
    isFile: true,
    write: (profile) => JSON.stringify(toHar([profile]), null, 2),
  },
};
