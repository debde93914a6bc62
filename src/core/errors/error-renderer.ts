import { randomBytes } from 'node:crypto';
import { Negotiator } from '../http/negotiation.ts';
import { reasonPhrase } from '../http/status.ts';
import { statusOf } from '../http/errors.ts';
import { toProblem } from '../http/problem.ts';
import type { HttpResponse } from '../http/response.ts';
import type { Offer } from '../http/negotiation.ts';
import type { ProblemDocument } from '../http/problem.ts';
import type { LogRecord } from '../trace/trace.ts';
import { errorMarkdown } from './error-markdown.ts';
import { errorPage } from './error-page.ts';
import { errorProblem } from './error-problem.ts';
import { createErrorResponse, createFallbackResponse, stylePolicy } from './error-response.ts';
import type { ErrorFormat, HeaderLine } from './error-response.ts';
import { errorText } from './error-text.ts';
import { createErrorView } from './error-view.ts';
import type { ErrorView, RequestSummary } from './error-view.ts';
import type { Hint } from './hint.ts';
import { tryRead } from './safe-read.ts';
import {
  MINIMAL_STYLE_SOURCE,
  minimalErrorMarkdown,
  minimalErrorPage,
  minimalErrorText,
} from './minimal-error-page.ts';

export interface ErrorRendererOptions {
  /** Show developers everything? Never true because of something a request carries. */
  readonly reveal: boolean;
  /** The folder of the application; the working directory when left out. */
  readonly root?: string;
}

/** What is known about the request when an error is rendered. Functions are called only when their answer is shown. */
export interface ErrorContext {
  readonly accept: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly version?: string | undefined;
  headers(): RequestSummary['headers'];
  /** May this client see what developers see, if the renderer reveals anything? Yes when left out. */
  readonly mayReveal?: boolean | undefined;
  readonly logs: readonly LogRecord[];
  hints(): readonly Hint[];
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
  readonly profileUrl?: string | undefined;
  /** Takes out of what is revealed whatever else is a secret. */
  conceal?(view: ErrorView): ErrorView;
  /** The language of whoever asked; English when left out. */
  readonly words?: ErrorTexts | undefined;
}

/** What an error is told in, for people who read another language. */
export interface ErrorTexts {
  /** The language, as a BCP 47 tag. */
  readonly tag: string;
  /** The word before the status: "Error". */
  readonly error: string;
  /** What a status means. */
  status(status: number): string | undefined;
  /** The same problem, its title, detail and violations translated. */
  problem(problem: ProblemDocument): ProblemDocument;
}

/**
 * Turns whatever was thrown into the answer: a problem document (RFC 9457), a page, Markdown or text, as the client
 * likes it best, always with the true status and `Vary: Accept`. Unless it reveals, the answer holds nothing but status,
 * reason and what was written for the client.
 *
 * @example
 * ```ts
 * import { ErrorRenderer } from './error-renderer.ts';
 * import { NotFoundError } from 'oriel';
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

  /** The format an error will have for this `Accept`, with the reason. */
  choose(accept: string | undefined): { readonly format: string; readonly because: string } {
    const { offer, because } = this.#negotiator.negotiate(accept);
    return { format: offer?.types[0] ?? 'application/problem+json', because };
  }

  /** Never throws: when rendering fails, the {@link createFallbackResponse} is the answer. */
  render(error: unknown, facts: ErrorContext): HttpResponse {
    try {
      // Nothing acceptable still gets an answer: a 406 instead would hide the error (RFC 9110 §12.4.1 allows it).
      const format = this.#negotiator.negotiate(facts.accept).offer?.name ?? 'problem';
      if (this.#reveal && facts.mayReveal !== false) return this.#reveals(error, facts, format);
      const response = conceals(error, format, facts.words);
      // What another client gets must not be kept for a developer either.
      if (this.#reveal) for (const [name, value] of UNSTORED) response.headers.set(name, value);
      return response;
    } catch {
      return createFallbackResponse(error);
    }
  }

  #reveals(error: unknown, facts: ErrorContext, format: ErrorFormat): HttpResponse {
    const status = statusOf(error);
    const { method, url, version, route, requestId: id, logs, profileUrl } = facts;
    const request = { method, url, version, route, id, headers: tryRead(() => facts.headers(), []) };
    const hints = tryRead(() => facts.hints(), []);
    const reason = reasonPhrase(status);
    const told = createErrorView({ error, status, reason, request, logs, hints, profileUrl, root: this.#root });
    const view = facts.conceal?.(told) ?? told;
    const headers: readonly HeaderLine[] = UNSTORED;
    if (format === 'html') {
      const nonce = randomBytes(16).toString('base64');
      return createErrorResponse(error, format, errorPage(view, nonce), [...headers, stylePolicy(`'nonce-${nonce}'`)]);
    }
    if (format === 'markdown') return createErrorResponse(error, format, errorMarkdown(view), headers);
    if (format === 'text') return createErrorResponse(error, format, errorText(view), headers);
    return createErrorResponse(error, format, JSON.stringify(errorProblem(error, view, facts.words)), headers);
  }
}

const NO_SNIFFING: HeaderLine = ['X-Content-Type-Options', 'nosniff'];
const UNSTORED: readonly HeaderLine[] = [['Cache-Control', 'no-store'], NO_SNIFFING];

const OFFERS: readonly (Offer & { readonly name: ErrorFormat })[] = [
  // A client that reads any of these reads a problem document, too: it is JSON with members it may not know.
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

function conceals(error: unknown, format: ErrorFormat, words: ErrorTexts | undefined): HttpResponse {
  const english = toProblem(error, false);
  const problem = words === undefined ? english : words.problem(english);
  if (format === 'problem') return createErrorResponse(error, format, JSON.stringify(problem));
  if (format === 'markdown') return createErrorResponse(error, format, minimalErrorMarkdown(problem, words));
  if (format === 'text') return createErrorResponse(error, format, minimalErrorText(problem, words));
  return createErrorResponse(error, format, minimalErrorPage(problem, words), [
    NO_SNIFFING,
    stylePolicy(MINIMAL_STYLE_SOURCE),
  ]);
}
