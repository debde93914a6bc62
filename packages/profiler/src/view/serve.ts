import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpContext, NotFoundError, ResponseHeaders } from 'oriel-core/http';
import type { HttpResponse, MaybePromise } from 'oriel-core/http';
import { ErrorRenderer } from 'oriel-core/error-pages';
import { addressKey } from 'oriel-core/node';
import type { OtlpReceiver } from '../otlp/receive/otlp-receiver.ts';
import { PageMessage } from './page-message.ts';
import { ProfilerAccess } from './pages/access/profiler-access.ts';
import { LiveTail } from './pages/live-tail/live-tail.ts';
import type { ProfilerPages } from './pages/page-request.ts';
import { PAGES_PATH } from './pages-path.ts';
import { PageRoutes } from './pages/page-routes.ts';
import { createProfilerRoutes } from './pages/profiler-routes.ts';
import type { ProfilerRoute } from './pages/profiler-routes.ts';
import { SECURITY_HEADERS, redirect } from './pages/representation.ts';
import { PANELS } from './panels/panels.ts';
import { sendPage } from './send-page.ts';

export interface PagesOptions extends Pick<ProfilerPages, 'storage' | 'title' | 'editor' | 'locateToken' | 'exports'> {
  /** The path of the pages. Default: `/_profiler`. */
  readonly path?: string;
  /** Grants access from other machines; at least 32 bytes. */
  readonly key: string | undefined;
  /** Requires the key on this machine, too. */
  readonly keyOnly: boolean;
  /** The queue of the process, if it records as well. */
  readonly queue?: ProfilerPages['queue'] | undefined;
  /** Receives traces of other services at `/v1/traces`, and their log records at `/v1/logs`. */
  readonly receiver?: Pick<OtlpReceiver, 'receive' | 'lost'> | undefined;
}

/**
 * Serves the pages of the profiler to a server of Node.js: one of their own, or that of an application. The routes decide about access:
 * a request that no key admits must have a loopback name as its `Host`, so that no page of another site can make its name lead here.
 */
export class PagesServer {
  readonly #path: string;
  readonly #routes: PageRoutes;
  readonly #tail: LiveTail;
  readonly #errors = new ErrorRenderer({ reveal: false });

  constructor(options: PagesOptions) {
    const { storage, path = PAGES_PATH, title, key, keyOnly, queue, locateToken, exports, receiver, editor } = options;
    this.#path = path;
    this.#tail = new LiveTail(storage);
    const routes = createProfilerRoutes({
      path,
      storage,
      title,
      panels: PANELS,
      root: process.cwd(),
      tail: this.#tail,
      showsApplications: true,
      access: new ProfilerAccess({ key, keyOnly, addressKey }),
      locateToken,
      exports,
      editor,
      unrecorded: () => receiver?.lost ?? 0,
      queue: queue ?? {
        waiting: 0,
        get health() {
          return storage.health;
        },
      },
    });
    const receiving = receiver === undefined ? [] : receiverRoutes(receiver);
    this.#routes = new PageRoutes([...routes, ...receiving]);
  }

  /** Answers a request of HTTP/1.1, or of the compatibility API of HTTP/2. Never throws. */
  readonly serve = (message: IncomingMessage, response: ServerResponse): void => {
    // The client disconnected, or part of the response was sent.
    this.#answer(message, response).catch(() => response.destroy());
  };

  /** Ends live pages, which would keep a server from closing. */
  close(): void {
    this.#tail.close();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = new HttpContext(new PageMessage(message, response), undefined, undefined);
    let page: HttpResponse;
    try {
      page = await this.#respond(context);
    } catch (error) {
      page = this.#renderError(error, context);
    }
    await sendPage(page, message, response);
  }

  #respond(context: HttpContext): MaybePromise<HttpResponse> {
    if (context.malformed) throw context.malformed;
    if (context.path === '/') return redirect(`${this.#path}/${context.query === '' ? '' : `?${context.query}`}`);
    const found = this.#routes.find(context);
    if (typeof found === 'string') return redirect(found);
    if (found === undefined) throw new NotFoundError(`The profiler has no such page; see ${this.#path}/`);
    context.params = found.params;
    return found.route.handle({ context, payload: context.body });
  }

  #renderError(error: unknown, context: HttpContext): HttpResponse {
    const response = this.#errors.render(error, {
      accept: context.headers.get('accept'),
      method: context.method,
      url: context.url,
      headers: () => [],
      logs: [],
      hints: () => [],
    });
    for (const [name, value] of new ResponseHeaders([...SECURITY_HEADERS])) response.headers.set(name, value);
    return response;
  }
}

function receiverRoutes(receiver: Pick<OtlpReceiver, 'receive'>): ProfilerRoute[] {
  return (['traces', 'logs'] as const).map((signal) => ({
    name: `otlp_${signal}`,
    line: `POST /v1/${signal}`,
    handle: ({ context }) => receiver.receive(context, signal),
  }));
}
