import type { Subscriber } from '../../events/subscriber.ts';
import { NotFoundError } from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import type { Language, SessionKey } from 'oriel-core/http';
import type { FinishRequestEvent, RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import type { CatalogueFor } from '../../listeners/error-listener.ts';
import { message } from 'oriel-core/messages';

/** Chooses languages; implemented by `Languages`. */
export interface LanguageChoice {
  readonly sessionKey: string | undefined;
  ofHeaders(context: RequestContext): Language;
  ofSession(wanted: unknown): Language | undefined;
  ofRoute(wanted: string): Language | undefined;
}

/** Sets the language of the headers before routing, so that routing errors are translated as well. */
export class DefaultLocaleListener implements Subscriber {
  readonly name = 'DefaultLocaleListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #languages: LanguageChoice;

  constructor(languages: LanguageChoice) {
    this.#languages = languages;
  }

  onRequest({ context }: RequestEvent): void {
    // A sub-request has the language of its parent.
    context.language = context.parent?.language ?? this.#languages.ofHeaders(context);
  }
}

/**
 * Sets the language of the route or the session, which have precedence over the headers. Adds `Content-Language` and `Vary`
 * to responses that depend on the language; on others they would only make caching less effective.
 */
export class LocaleListener implements Subscriber {
  readonly name = 'LocaleListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
    'kernel.finish_request': (event: FinishRequestEvent) => this.onFinishRequest(event),
  };
  readonly #languages: LanguageChoice;
  readonly #catalogueFor: CatalogueFor;

  constructor(languages: LanguageChoice, catalogueFor: CatalogueFor) {
    this.#languages = languages;
    this.#catalogueFor = catalogueFor;
  }

  onRequest(event: RequestEvent): void | Promise<void> {
    const { context } = event;
    const wanted = context.params['_locale'];
    if (typeof wanted === 'string') {
      const language = this.#languages.ofRoute(wanted);
      if (language === undefined)
        return event.fail(new NotFoundError(message('request.nothing-at-path', { path: context.path })));
      context.language = language;
    } else if (this.#languages.sessionKey !== undefined && context.session?.hasCookie === true && !context.parent) {
      // A request without a session does not start one, so that its response stays public.
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its keys
      return context.session.get(this.#languages.sessionKey as SessionKey).then(
        (value) => this.#setLanguage(context, this.#languages.ofSession(value)),
        // If the session cannot be read, the language of the headers is used.
        () => this.#setLanguage(context, undefined),
      );
    }
    this.#setLanguage(context, undefined);
  }

  onResponse({ context, response }: ResponseEvent): void {
    const { language, variesByLocale } = context;
    if (!variesByLocale || language === undefined) return;
    const { headers, status } = response;
    if (status !== 204 && status !== 304 && !headers.has('Content-Language'))
      headers.put('Content-Language', context.error === undefined ? language.tag : this.#catalogueFor(context).tag);
    if (language.vary !== '') addVary(headers, language.vary);
  }

  /** A parent response depends on the language if the response of its sub-request does. */
  onFinishRequest({ context }: FinishRequestEvent): void {
    const { parent } = context;
    if (parent !== undefined && context.variesByLocale && context.language === parent.language)
      parent.variesByLocale = true;
  }

  #setLanguage(context: RequestContext, chosen: Language | undefined): void {
    if (chosen !== undefined) context.language = chosen;
    const { language, trace } = context;
    if (trace.recording && language !== undefined) trace.decide('locale', language.tag, language.because);
  }
}
