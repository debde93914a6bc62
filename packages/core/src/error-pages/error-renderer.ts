import { randomBytes } from 'node:crypto';
import { Negotiator } from '../http/negotiation.ts';
import { reasonPhrase } from '../http/status.ts';
import { getStatus } from '../http/http-errors.ts';
import { toProblem } from '../http/problem.ts';
import type { Catalogue } from '../messages/catalogue.ts';
import type { HttpResponse } from '../http/response.ts';
import type { Offer } from '../http/negotiation.ts';
import type { LogRecord } from '../trace/trace.ts';
import { errorMarkdown } from './error-markdown.ts';
import { errorPage } from './error-page.ts';
import { errorProblem } from './error-problem.ts';
import { createErrorResponse, createFallbackResponse, stylePolicy } from './error-response.ts';
import type { ErrorFormat, HeaderLine } from './error-response.ts';
import { errorText } from './error-text.ts';
import { createErrorView } from '../errors/error-view.ts';
import type { ErrorView, RequestSummary } from '../errors/error-view.ts';
import type { Hint } from '../errors/hint.ts';
import { tryRead } from '../errors/safe-read.ts';
import {
  MINIMAL_STYLE_SOURCE,
  minimalErrorMarkdown,
  minimalErrorPage,
  minimalErrorText,
} from './minimal-error-page.ts';

export interface ErrorRendererOptions {
  /** Whether error responses contain details for developers. Must not depend on the request. */
  readonly reveal: boolean;
  /** The folder of the application; by default the working directory. */
  readonly root?: string;
}

/** The request of an error. Functions are called only if their result is shown. */
export interface ErrorContext {
  readonly accept: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly version?: string | undefined;
  headers(): RequestSummary['headers'];
  /** Whether this client may see details, if the renderer reveals them. Default true. */
  readonly mayReveal?: boolean | undefined;
  readonly logs: readonly LogRecord[];
  hints(): readonly Hint[];
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly profileUrl?: string | undefined;
  /** Redacts further secrets in the revealed details. */
  conceal?(view: ErrorView): ErrorView;
  /** The texts in the language of the client. Default English. */
  readonly catalogue?: Catalogue | undefined;
}

/**
 * Renders a thrown value as a response: a problem document (RFC 9457), a page, Markdown or text, as negotiated by `Accept`. The
 * response has the status of the error and `Vary: Accept`. Without `reveal`, it contains only the status, the reason and
 * messages that were written for clients.
 *
 * @example
 * ```ts
 * import { ErrorRenderer } from './error-renderer.ts';
 * import { NotFoundError } from 'oriel-host';
 * const renderer = new ErrorRenderer({ reveal: false });
 * const facts = { accept: '*' + '/*', method: 'GET', url: 'http://localhost/x', headers: () => [], logs: [], hints: () => [] };
 * renderer.render(new NotFoundError('No book 7'), facts).body;
 * // => '{"type":"about:blank","title":"Not Found","status":404,"detail":"No book 7"}'
 * ```
 */
export class ErrorRenderer {
  readonly #reveal: boolean;
  readonly #root: string | undefined;
  readonly #negotiator = new Negotiator<Offer & { readonly name: ErrorFormat }>(OFFERS);

  constructor(options: ErrorRendererOptions) {
    this.#reveal = options.reveal;
    this.#root = options.root;
  }

  /** Returns the format of an error for an `Accept` header, with the reason. */
  choose(accept: string | undefined): { readonly format: string; readonly because: string } {
    const { offer, because } = this.#negotiator.negotiate(accept);
    return { format: offer?.types[0] ?? 'application/problem+json', because };
  }

  /** Renders an error. Never throws: if rendering fails, it returns the {@link createFallbackResponse}. */
  render(error: unknown, facts: ErrorContext): HttpResponse {
    try {
      // Without an acceptable format, the default is used: a 406 would hide the error (RFC 9110 §12.4.1).
      const format = this.#negotiator.negotiate(facts.accept).offer?.name ?? 'problem';
      if (this.#reveal && facts.mayReveal !== false) return this.#reveals(error, facts, format);
      const response = renderMinimal(error, format, facts.catalogue);
      // Responses differ between developers and other clients, so none may be stored.
      if (this.#reveal) for (const [name, value] of NO_STORE) response.headers.set(name, value);
      return response;
    } catch {
      return createFallbackResponse(error);
    }
  }

  #reveals(error: unknown, facts: ErrorContext, format: ErrorFormat): HttpResponse {
    const status = getStatus(error);
    const { method, url, version, route, requestId: id, logs, profileUrl } = facts;
    const request = { method, url, version, route, id, headers: tryRead(() => facts.headers(), []) };
    const hints = tryRead(() => facts.hints(), []);
    const reason = reasonPhrase(status);
    const fullView = createErrorView({ error, status, reason, request, logs, hints, profileUrl, root: this.#root });
    const view = facts.conceal?.(fullView) ?? fullView;
    const headers: readonly HeaderLine[] = NO_STORE;
    if (format === 'html') {
      const nonce = randomBytes(16).toString('base64');
      return createErrorResponse(error, format, errorPage(view, nonce), [...headers, stylePolicy(`'nonce-${nonce}'`)]);
    }
    if (format === 'markdown') return createErrorResponse(error, format, errorMarkdown(view), headers);
    if (format === 'text') return createErrorResponse(error, format, errorText(view), headers);
    return createErrorResponse(error, format, JSON.stringify(errorProblem(error, view, facts.catalogue)), headers);
  }
}

const NO_SNIFFING: HeaderLine = ['X-Content-Type-Options', 'nosniff'];
const NO_STORE: readonly HeaderLine[] = [['Cache-Control', 'no-store'], NO_SNIFFING];

const OFFERS: readonly (Offer & { readonly name: ErrorFormat })[] = [
  // A client that accepts any of these can read a problem document, which is JSON.
  {
    name: 'problem',
    types: [
      'application/problem+json',
      'application/json',
      'application/ld+json',
      'application/vnd.api+json',
      'application/hal+json',
    ],
  },
  { name: 'html', types: ['text/html'] },
  { name: 'markdown', types: ['text/markdown'] },
  { name: 'text', types: ['text/plain'] },
];

function renderMinimal(error: unknown, format: ErrorFormat, catalogue: Catalogue | undefined): HttpResponse {
  const problem = toProblem(error, false, catalogue);
  if (format === 'problem') return createErrorResponse(error, format, JSON.stringify(problem));
  if (format === 'markdown') return createErrorResponse(error, format, minimalErrorMarkdown(problem, catalogue));
  if (format === 'text') return createErrorResponse(error, format, minimalErrorText(problem, catalogue));
  return createErrorResponse(error, format, minimalErrorPage(problem, catalogue), [
    NO_SNIFFING,
    stylePolicy(MINIMAL_STYLE_SOURCE),
  ]);
}
