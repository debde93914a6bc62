import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpResponse, NotFoundError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * Swagger UI, served from the host itself. The build copies its files into the package; in the repository they are read from
 * `swagger-ui-dist`.
 */

/** Returns the page of Swagger UI. Its Content-Security-Policy allows only its own files and requests to its own origin. */
export function swaggerPage(title: string, path: string): HttpResponse {
  const name = title.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/swagger-ui.css">
<link rel="stylesheet" href="${path}/style.css">
<div id="swagger-ui"><p>The OpenAPI document of ${name} is at <a href="${path}.json">${path}.json</a>; this page needs JavaScript.</p></div>
<script src="${path}/swagger-ui-bundle.js"></script>
<script src="${path}/start.js"></script>
</html>
`;
  return new HttpResponse(
    200,
    [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Security-Policy',
      POLICY,
      'X-Content-Type-Options',
      'nosniff',
    ],
    page,
  );
}

/**
 * Returns a file of the page.
 * @param start the script that starts Swagger UI
 * @param style the style sheet that follows the one of Swagger UI
 * @throws {NotFoundError} if the page has no such file */
export function swaggerFile(name: string, start: () => string, style: string): HttpResponse {
  if (name === 'start.js') return toResponse('text/javascript', start());
  if (name === 'style.css') return toResponse('text/css', style);
  const type = FILES.get(name);
  if (type === undefined) throw new NotFoundError(message('openapi.no-such-file', { name: name.slice(0, 100) }));
  const file = join(folder(), name);
  return new HttpResponse(
    200,
    [
      'Content-Type',
      `${type}; charset=utf-8`,
      'Cache-Control',
      'public, max-age=3600',
      'X-Content-Type-Options',
      'nosniff',
    ],
    {
      file,
      start: 0,
      length: statSync(file).size,
    },
  );
}

const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
]);

// Swagger UI sets styles in attributes and draws with data URLs.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function toResponse(type: string, text: string): HttpResponse {
  return new HttpResponse(200, ['Content-Type', `${type}; charset=utf-8`, 'X-Content-Type-Options', 'nosniff'], text);
}

let cachedFolder: string | undefined;

function folder(): string {
  if (cachedFolder !== undefined) return cachedFolder;
  const packed = fileURLToPath(new URL('./swagger-ui', import.meta.url));
  cachedFolder = statSync(packed, { throwIfNoEntry: false })?.isDirectory()
    ? packed
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return cachedFolder;
}
