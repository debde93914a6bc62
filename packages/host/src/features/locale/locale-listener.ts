import type { Subscriber } from '../../events/subscriber.ts';
import { NotFoundError } from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import type { Language, SessionKey } from 'oriel-core/http';
import type { FinishRequestEvent, RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import type { CatalogueFor } from '../../listeners/error-listener.ts';
import type { Languages } from './languages.ts';
import { message } from 'oriel-core/messages';

/** Sets the language of the headers before routing, so that routing errors are translated as well. */
export function createDefaultLocaleListener(languages: Languages): Subscriber {
  return {
    name: 'DefaultLocaleListener',
    on: {
      'kernel.request'({ context }: RequestEvent) {
        // A sub-request has the language of its parent.
        context.language = context.parent?.language ?? languages.ofHeaders(context);
      },
    },
  };
}

/**
 * Sets the language of the route or the session, which have precedence over the headers. Adds `Content-Language` and `Vary`
 * to responses that depend on the language; on others they would only make caching less effective.
 */
export function createLocaleListener(languages: Languages, catalogueFor: CatalogueFor): Subscriber {
  return {
    name: 'LocaleListener',
    on: {
      'kernel.request'(event: RequestEvent) {
        const { context } = event;
        const wanted = context.params['_locale'];
        if (typeof wanted === 'string') {
          const language = languages.ofRoute(wanted);
          if (language === undefined)
            return event.fail(new NotFoundError(message('request.nothing-at-path', { path: context.path })));
          context.language = language;
        } else if (languages.sessionKey !== undefined && context.session?.hasCookie === true && !context.parent) {
          // A request without a session does not start one, so that its response stays public.
          // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its keys
          return context.session.get(languages.sessionKey as SessionKey).then(
            (value) => setLanguage(context, languages.ofSession(value)),
            // If the session cannot be read, the language of the headers is used.
            () => setLanguage(context, undefined),
          );
        }
        setLanguage(context, undefined);
      },
      'kernel.response'({ context, response }: ResponseEvent) {
        const { language, variesByLocale } = context;
        if (!variesByLocale || language === undefined) return;
        const { headers, status } = response;
        if (status !== 204 && status !== 304 && !headers.has('Content-Language'))
          headers.put('Content-Language', context.error === undefined ? language.tag : catalogueFor(context).tag);
        if (language.vary !== '') addVary(headers, language.vary);
      },
      // A parent response depends on the language if the response of its sub-request does.
      'kernel.finish_request'({ context }: FinishRequestEvent) {
        const { parent } = context;
        if (parent !== undefined && context.variesByLocale && context.language === parent.language)
          parent.variesByLocale = true;
      },
    },
  };
}

function setLanguage(context: RequestContext, chosen: Language | undefined): void {
  if (chosen !== undefined) context.language = chosen;
  const { language, trace } = context;
  if (trace.recording && language !== undefined) trace.decide('locale', language.tag, language.because);
}
