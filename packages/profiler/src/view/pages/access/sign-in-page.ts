import type { HttpContext, RequestBody, HttpResponse } from 'oriel-core/http';
import { html, raw } from 'oriel-core/errors';
import { BASE_STYLE } from '../assets/base-style.ts';
import type { ProfilerPages } from '../page-request.ts';
import { createHtmlResponse } from '../representation.ts';

/**
 * Returns the page for a person without access: the reason, what the key is and where it was set, and a field for it.
 *
 * @param next the page to open after the login; by default that of the request
 */
export function signInPage(
  context: HttpContext,
  { access, path, title }: ProfilerPages,
  reason: string,
  next = withoutKey(context),
): HttpResponse {
  const form = html`<form method="post" action="${path}/sign-in">
    <label for="key">Key of the profiler</label>
    <input id="key" name="key" type="password" required autocomplete="current-password" autofocus />
    <input type="hidden" name="next" value="${next}" /><button>Sign in</button>
  </form>`;
  return createHtmlResponse(403, (nonce) =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
          <title>Sign in · ${title}</title>
          <style nonce="${nonce}">
            ${raw(BASE_STYLE + STYLE)}
          </style>
        </head>
        <body>
          <main class="sign-in">
            <h1>Sign in to the profiler</h1>
            <p role="alert">${reason.replace(/\. .*$/s, '.')}</p>
            ${access.acceptsKey ? form : html`<p>No key is configured, so that only this machine has access.</p>`}
            <p class="quiet">
              The key is a secret of at least 32 bytes that the operator of the server has set, as
              <code>profiler.key</code> of an Oriel host, or as the environment variable
              <code>ORIEL_PROFILER_KEY</code> of any other server. Programs send it as
              <code>Authorization: Bearer …</code>. Without it, the profiler only opens on the same machine and without
              a proxy.
            </p>
          </main>
        </body>
      </html>`.toString(),
  );
}

/** Reads the form of the page. */
export async function readSignInForm(payload: RequestBody): Promise<{ readonly key: string; readonly next: string }> {
  const text = payload.present && (payload.length ?? 0) <= MAX_FORM_BYTES ? await payload.text() : '';
  const form = new URLSearchParams(text.slice(0, MAX_FORM_BYTES));
  return { key: form.get('key')?.trim() ?? '', next: form.get('next') ?? '' };
}

const MAX_FORM_BYTES = 8_192;
const STYLE = `.sign-in{max-width:30rem;margin:12vh auto 0}
.sign-in [role=alert]{padding:.6rem .8rem;border-radius:8px;color:var(--warn);background:var(--warn-wash)}
.sign-in form{display:grid;grid-template-columns:1fr auto;gap:.35rem .5rem;margin:1.2rem 0}.sign-in label{grid-column:1/3;font-weight:600}
.sign-in form :is(input,button){min-height:2.25rem}.sign-in button{padding:.2rem 1rem;color:var(--card);background:var(--ink);border-color:var(--ink)}`;

// An invalid key or pass would be refused again.
function withoutKey({ path, query }: HttpContext): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('key');
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}
