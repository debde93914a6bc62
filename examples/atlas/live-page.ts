import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HttpResponse, route } from 'oriel-host';
import { SCRIPT } from './live-script.ts';

/** `/live` shows changes of cities as they happen. Its buttons send requests to try. */
export const livePage = route('live', 'GET /live', {
  handle: () => new HttpResponse(200, HEADERS, PAGE),
});

// All examples have the same style.
const STYLE = readFileSync(new URL('../style/example.css', import.meta.url), 'utf8');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atlas, live</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<header><div class="top">
<h1>Atlas</h1><span class="quiet">Every country and 135,233 cities, live</span>
<a class="end" href="/api/docs">API</a>
<span id="state" class="state" role="status">connecting</span>
</div></header>
<main>
<p>Changes of cities as they happen. Open this page twice, and send a request with the public demo key of Ada:</p>
<div class="cards">
<section class="card"><h2>Change Helsinki</h2><p>Every open page shows the new population.</p><button value="change">PATCH /api/cities/658225</button></section>
<section class="card"><h2>Invalid city</h2><p>Finds three violations, with the value of each.</p><button value="invalid">POST /api/cities</button></section>
<section class="card"><h2>Unknown parameter</h2><p>Finds the parameter that was meant.</p><button value="unknown">GET /api/cities?populaton[gte]=1</button></section>
</div>
<section id="result" class="card result" aria-live="polite" hidden><header><h2></h2><span class="pill"></span><a id="profile" class="end" target="_blank" rel="noopener" hidden>Open the profile</a></header><pre tabindex="0" aria-label="Response"></pre></section>
<div id="none" class="card"><p>No changes yet. Send one to see it here, also from a terminal:</p>
<pre id="try"></pre></div>
<ol id="list" class="list" aria-live="polite"></ol>
</main>
<script>${SCRIPT}</script>
</html>
`;

function computeHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// Updates contain text of users, so only this script and this style are allowed.
const HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache'],
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
  'Content-Security-Policy',
  `default-src 'none'; img-src data:; connect-src 'self'; style-src ${computeHash(STYLE)}; script-src ${computeHash(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
];
