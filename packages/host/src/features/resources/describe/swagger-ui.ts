import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HttpResponse, NotFoundError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { file } from '../../../server/file.ts';

/** The page of Swagger UI. The build adds the files of `swagger-ui-dist`; in the repository they are read from that package. */
const FOLDER = new URL('./swagger-ui/', import.meta.url);

/** What the links from operations to their recorded requests depend on: the names of routes by the identifiers of their operations. */
export type RouteNames = Readonly<Record<string, string>>;

/** Returns the page of Swagger UI. With `routeNames`, each operation has a link to its requests in the profiler. */
export function swaggerPage(title: string, path: string, routeNames: RouteNames | undefined): HttpResponse {
  const values: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    path: escapeHtml(path),
    recorded: routeNames === undefined ? '' : `data-route-names="${escapeHtml(JSON.stringify(routeNames))}"`,
  };
  const template = readFileSync(new URL('index.html', FOLDER), 'utf8');
  const page = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  return new HttpResponse(200, ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', POLICY], page);
}

/** Returns a file of the page. @throws {NotFoundError} (as a rejection) if the page has no such file */
export async function swaggerFile(name: string): Promise<HttpResponse> {
  if (!FILES.includes(name)) throw new NotFoundError(message('openapi.no-such-file', { name: name.slice(0, 100) }));
  const url = new URL(name, FOLDER);
  const source = existsSync(url) ? url : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  const control = name.startsWith('swagger-ui') ? 'public, max-age=3600' : 'no-cache';
  return file(source, { headers: { 'Cache-Control': control } });
}

const FILES: readonly string[] = ['start.js', 'style.css', 'swagger-ui.css', 'swagger-ui-bundle.js'];

// Swagger UI sets styles in attributes and draws with data URLs.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
