import { createHash } from 'node:crypto';
import { HttpResponse, route } from 'oriel';
import { SCRIPT } from './live-script.ts';

/** `/live` shows changes of cities as they happen. To try it, open the page and send a PATCH request. */
export const livePage = route('live', 'GET /live', {
  handle: () => new HttpResponse(200, HEADERS, PAGE),
});

const STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1f1d1a;--quiet:#67625a;--line:#e4e0d8;--accent:#9a5b00;--good:#22662a;--bad:#b3261e;--wash:#fdf3df}
@media (prefers-color-scheme:dark){:root{--ground:#16161a;--card:#1e1e23;--ink:#e9e6e0;--quiet:#a39e95;--line:#34343b;--accent:#f0b35a;--good:#9bd39b;--bad:#ff8b80;--wash:#2b2418}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
main{max-width:44rem;margin:0 auto;padding:clamp(1rem,5vw,3rem) clamp(.9rem,4vw,1.5rem)}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;justify-content:space-between}
h1{margin:0;font-size:1.5rem;letter-spacing:-.015em}
p{margin:.4rem 0;color:var(--quiet)}
a{color:inherit;text-underline-offset:.2em}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
#state{display:flex;align-items:center;gap:.5rem;font-size:.875rem;color:var(--quiet)}
#state::before{content:"";width:.6rem;height:.6rem;border-radius:50%;background:var(--quiet)}
#state.open::before{background:var(--good)}
#state.lost::before{background:var(--bad)}
ol{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:.6rem}
li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem;overflow-wrap:anywhere}
li.gone b{text-decoration:line-through;color:var(--quiet)}
li>div{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline}
li b{font-size:1.0625rem}
li time{margin-left:auto;font-size:.8125rem;color:var(--quiet);font-variant-numeric:tabular-nums}
li dl{margin:.2rem 0 0;display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;font-size:.875rem}
dt{color:var(--quiet)}dd{margin:0}
del{color:var(--quiet)}ins{text-decoration:none;color:var(--accent);font-weight:600}
@media (prefers-reduced-motion:no-preference){li{animation:arrive .9s ease-out}@keyframes arrive{from{background:var(--wash)}}}
#none{margin-top:1.5rem;border:1px dashed var(--line);border-radius:10px;padding:.9rem}
pre{margin:.5rem 0 0;overflow-x:auto;font:.8125rem/1.6 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;color:var(--ink);white-space:pre-wrap;overflow-wrap:anywhere}
`;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Atlas, live</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<main>
<header><h1>Live changes</h1><span id="state" role="status">connecting</span></header>
<p>Changes of <a href="/api/docs">cities</a> as they happen.</p>
<div id="none"><p>No changes yet. Send one to see it here:</p>
<pre id="try"></pre></div>
<ol id="list" aria-live="polite"></ol>
</main>
<script>${SCRIPT}</script>
</html>
`;

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// Updates contain text of users, so only this script and this style are allowed.
const HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache'],
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
  'Content-Security-Policy',
  `default-src 'none'; img-src data:; connect-src 'self'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
];
