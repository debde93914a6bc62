import type { Subscriber } from '../../core/events/subscriber.ts';
import { NotFoundError } from '../../core/http/errors.ts';
import { addVary } from '../../core/http/headers/vary.ts';
import type { Language } from '../../core/http/language.ts';
import type { SessionKey } from '../../core/http/session.ts';
import type { FinishRequestEvent, RequestContext, RequestEvent, ResponseEvent } from '../../core/kernel/events.ts';
import type { WordsOf } from '../../core/listeners/error-listener.ts';

/** Whoever chooses languages: `Languages` of the visitor's room. */
export interface LanguageChoice {
  readonly sessionKey: string | undefined;
  ofHeaders(context: RequestContext): Language;
  ofSession(wanted: unknown): Language | undefined;
  ofRoute(wanted: string): Language | undefined;
}

/** What the headers say about the language, before there is a route: errors of routing are told in it as well. */
export class DefaultLocaleListener implements Subscriber {
  readonly name = 'DefaultLocaleListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #languages: LanguageChoice;

  constructor(languages: LanguageChoice) {
    this.#languages = languages;
  }

  onRequest({ context }: RequestEvent): void {
    // What is forwarded inside another request is asked by the same visitor.
    context.language = context.parent?.language ?? this.#languages.ofHeaders(context);
  }
}

/**
 * What the route or the session say goes before the headers. On the way back it names the language, and the headers that
 * decided, on answers that somebody has asked the language for; on others they would only spoil caches.
 */
export class LocaleListener implements Subscriber {
  readonly name = 'LocaleListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
    'kernel.finish_request': (event: FinishRequestEvent) => this.onFinishRequest(event),
  };
  readonly #languages: LanguageChoice;
  readonly #words: WordsOf;

  constructor(languages: LanguageChoice, words: WordsOf) {
    this.#languages = languages;
    this.#words = words;
  }

  onRequest(event: RequestEvent): void | Promise<void> {
    const { context } = event;
    const wanted = context.params['_locale'];
    if (typeof wanted === 'string') {
      const language = this.#languages.ofRoute(wanted);
      if (language === undefined) return event.fail(new NotFoundError(`There is nothing at ${context.path}`));
      context.language = language;
    } else if (this.#languages.sessionKey !== undefined && context.session?.hasCookie === true && !context.parent) {
      // Who has no session is not asked for one: their answer stays public.
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its keys
      return context.session.get(this.#languages.sessionKey as SessionKey).then(
        (kept) => this.#decided(context, this.#languages.ofSession(kept)),
        // Without its session a visitor is better answered in the wrong language than not at all.
        () => this.#decided(context, undefined),
      );
    }
    this.#decided(context, undefined);
  }

  onResponse({ context, response }: ResponseEvent): void {
    const { language, localeAsked } = context;
    if (!localeAsked || language === undefined) return;
    const { headers, status } = response;
    if (status !== 204 && status !== 304 && !headers.has('Content-Language'))
      headers.put('Content-Language', context.error === undefined ? language.tag : (this.#words(context)?.tag ?? 'en'));
    if (language.vary !== '') addVary(headers, language.vary);
  }

  /** What depends on the language inside of a request makes its answer depend on it. */
  onFinishRequest({ context }: FinishRequestEvent): void {
    const { parent } = context;
    if (parent !== undefined && context.localeAsked && context.language === parent.language) parent.localeAsked = true;
  }

  #decided(context: RequestContext, chosen: Language | undefined): void {
    if (chosen !== undefined) context.language = chosen;
    const { language, trace } = context;
    if (trace.recording && language !== undefined) trace.decide('locale', language.tag, language.because);
  }
}
