import type { Duration } from 'oriel-core/http';
import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';

/** Files of a folder that the host serves under a path. */
export interface FilesConfig {
  /**
   * The path of the folder in URLs, such as `/assets`; `/` for the whole host. Routes and resources come first.
   */
  readonly path: string;
  /**
   * The folder: an absolute path, a path relative to the working directory, or a `file:` URL.
   */
  readonly folder: string | URL;
  /**
   * The name of the route, for `urlFor`, logs and the profiler.
   * @default 'files ' and the path
   */
  readonly name?: string;
  /**
   * Which files never change, so that clients need not revalidate them. `true` for names with a hash, such as
   * `app-3f2a91bc.js`; a regular expression for other names, and `/./` for all files.
   * @default false
   */
  readonly immutable?: boolean | RegExp;
  /**
   * How long clients may use other files without revalidation, in whole seconds. Pages are revalidated each time.
   * @default 0
   */
  readonly maxAge?: Duration;
  /**
   * Whether to send `app.js.br`, `app.js.zst` or `app.js.gz` instead of `app.js` to clients that accept the encoding; a list
   * for an order of preference.
   * @default false
   */
  readonly precompressed?: boolean | readonly ('br' | 'zstd' | 'gzip')[];
  /**
   * The file that is sent for a folder; `false` for none. A folder without a slash at the end is redirected.
   * @default 'index.html'
   */
  readonly index?: string | false;
  /**
   * The page that is sent for paths without a file, for applications that route in the browser. Only requests with
   * `text/html` in `Accept` get it, and never below the prefix of the resources and `/_profiler`.
   * @default none: 404
   */
  readonly fallback?: string;
  /**
   * Whether to serve files and folders whose names start with a dot; a list for certain names, such as `['.well-known']`.
   * @default false
   */
  readonly dotfiles?: boolean | readonly string[];
  /**
   * Further media types by extension, such as `{ '.gltf': 'model/gltf+json' }`.
   * @default {}
   */
  readonly types?: Readonly<Record<string, string>>;
  /**
   * Further headers.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The access rule.
   * @default that of the host
   */
  readonly access?: Rule<AccessInput<undefined, unknown>>;
}
