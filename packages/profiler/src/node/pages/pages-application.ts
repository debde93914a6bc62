import { HttpContext, NotFoundError, isPromise, ResponseHeaders } from 'oriel-core/http';
import type { IncomingRequest, HttpResponse } from 'oriel-core/http';
import { ErrorRenderer } from 'oriel-core/error-pages';
import type { Application } from '../../../../host/src/server/application.ts';
import { addressKey } from 'oriel-core/node';
import { ProfilerAccess } from '../../view/pages/access/profiler-access.ts';
import type { ProfilerPages } from '../../view/pages/page-request.ts';
import { PAGES_PATH } from '../../view/pages-path.ts';
import { PageRoutes } from './page-routes.ts';
import { LiveTail } from '../../view/pages/live-tail/live-tail.ts';
import { createProfilerRoutes } from '../../view/pages/profiler-routes.ts';
import type { ProfilerRoute } from '../../view/pages/profiler-routes.ts';
import { SECURITY_HEADERS, redirect } from '../../view/pages/representation.ts';
import type { OtlpReceiver } from '../../otlp/receive/otlp-receiver.ts';
import { PANELS } from '../../view/panels/panels.ts';
import type { ProfileStorage, StorageHealth } from '../../store/profile-storage.ts';

/** Options of the pages outside of an Oriel host. */
export interface PagesOptions {
  readonly storage: ProfileStorage;
  /** The path of the pages. Default: `/_profiler`. */
  readonly path?: string;
  /** The name in the header of each page. */
  readonly title: string;
  /** Grants access from other machines; at least 32 bytes. */
  readonly key: string | undefined;
  /** Requires the key on this machine, too. */
  readonly keyOnly: boolean;
  /** The queue of the process, if it records as well. */
  readonly queue?: { readonly health: StorageHealth; readonly waiting: number } | undefined;
  /** Receives traces of other services at `/v1/traces`, and their log records at `/v1/logs`. */
  readonly receiver?: Pick<OtlpReceiver, 'receive' | 'lost'> | undefined;
  /** Opens positions in files in an editor. */
  readonly editor?: ProfilerPages['editor'];
  /** Returns the state of a token in the process, if it records as well. */
  readonly locateToken?: ProfilerPages['locateToken'];
  /** Returns the numbers of the export, if the process exports profiles. */
  readonly exports?: ProfilerPages['exports'];
}

/** Serves the pages of the profiler without an Oriel host: in a process of their own, or on the port of an application. */
export class PagesApplication implements Application {
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

  handle(incoming: IncomingRequest): HttpContext | Promise<HttpContext> {
    const context = new HttpContext(incoming, undefined, undefined);
    const respond = (response: HttpResponse): HttpContext => {
      context.response = response;
      return context;
    };
    const refuse = (error: unknown): HttpContext => respond(this.#render(error, context));
    try {
      const response = this.#respond(context);
      return isPromise(response) ? response.then(respond, refuse) : respond(response);
    } catch (error) {
      return refuse(error);
    }
  }

  /** Ends live pages, which would keep a server from closing. */
  onDraining(): void {
    this.#tail.close();
  }

  #respond(context: HttpContext): HttpResponse | Promise<HttpResponse> {
    if (context.malformed) throw context.malformed;
    if (context.path === '/') return redirect(`${this.#path}/${context.query === '' ? '' : `?${context.query}`}`);
    const found = this.#routes.find(context);
    if (typeof found === 'string') return redirect(found);
    if (found === undefined) throw new NotFoundError(`The profiler has no such page; see ${this.#path}/`);
    context.params = found.params;
    return found.route.handle({ context, payload: context.body });
  }

  #render(error: unknown, context: HttpContext): HttpResponse {
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
