import type { ClientOptions } from './client.ts';
import { sendRequest } from './send-request.ts';

/** The method and path of every operation that a client calls by name, and the URL that the paths of routes begin with. */
export interface LineTable {
  readonly root: string;
  /** `hello: 'GET /hello/{name}'`; lines of custom operations are relative to their resource. */
  readonly lines: Readonly<Record<string, string>>;
}

/** Finds the method and path of a route or custom operation: in the option `lines`, or in a document of the host. */
export class Lines {
  readonly #base: string;
  readonly #options: ClientOptions & { readonly lines?: LineTable['lines'] };
  #loading: Promise<LineTable> | undefined;

  /** @param base the URL of the API with its prefix, without a slash at its end */
  constructor(base: string, options: ClientOptions & { readonly lines?: LineTable['lines'] }) {
    this.#base = base;
    this.#options = options;
  }

  /**
   * Returns the method, the path and the URL that the path of a route begins with.
   * @throws {TypeError} if the host does not list the name
   */
  async find(name: string): Promise<{ readonly method: string; readonly path: string; readonly root: string }> {
    const { lines = {}, root } = this.#options;
    const knownLine = Object.hasOwn(lines, name) ? lines[name] : undefined;
    const table = knownLine === undefined ? await this.#load(name) : { root: new URL(this.#base).origin, lines };
    const line = Object.hasOwn(table.lines, name) ? table.lines[name]! : undefined;
    if (line === undefined)
      throw new TypeError(`The host does not list "${name}" in ${this.#url}; pass lines: { '${name}': … }`);
    const [method, path = ''] = line.split(/ +/, 2) as [string, string?];
    return { method: method.split('|', 1)[0]!, path, root: root?.replace(/\/+$/, '') ?? table.root };
  }

  get #url(): string {
    return `${this.#base}/docs/lines.json`;
  }

  // A failure is not kept, so that the next call tries again.
  #load(name: string): Promise<LineTable> {
    this.#loading ??= this.#read(name).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #read(name: string): Promise<LineTable> {
    const result = await sendRequest({ method: 'GET', url: this.#url }, this.#options);
    const { prefix, lines } = (result.ok ? (result.data ?? {}) : {}) as { prefix?: unknown; lines?: unknown };
    if (typeof prefix !== 'string' || typeof lines !== 'object' || lines === null)
      throw new TypeError(
        `GET ${this.#url} returned ${result.status} without lines; pass lines: { '${name}': … } to client()`,
      );
    const root = this.#base.endsWith(prefix)
      ? this.#base.slice(0, this.#base.length - prefix.length)
      : new URL(this.#base).origin;
    return { root, lines: lines as LineTable['lines'] };
  }
}
