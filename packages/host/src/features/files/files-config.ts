import type { Duration } from 'oriel-core/http';
import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';
import { anything, boolean, choice, duration, either, formatValue, list, record, text } from 'oriel-core/configuration';
import type { Resolved, Settings } from 'oriel-core/configuration';

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

const fileName = text({
  matches: (name) => name !== '' && !/^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name),
  fix: "Use the name of a file in the folder, such as 'index.html'",
});

export const FILES_SETTINGS = {
  path: text({
    isRequired: true,
    matches: (path) => /^(?:\/|(?:\/[\w.~-]+)+)$/.test(path) && !/\/\.\.?(?:\/|$)/.test(path),
    code: 'ORIEL_CONFIG_FILES_PATH',
    reason: (path) =>
      `${formatValue(path)} is not a path of letters, digits and "-._~" that starts with a slash and ends without one`,
    fix: "Use a path such as '/assets', or '/'",
  }),
  folder: either([text(), anything({ accepts: (value) => value instanceof URL && value.protocol === 'file:' })], {
    isRequired: true,
    fix: "Use a path or a file: URL: folder: './public'",
  }),
  immutable: either([boolean(), anything({ accepts: (value) => value instanceof RegExp })], {
    default: false,
    fix: 'Use true, false, or a regular expression for names',
  }),
  maxAge: duration({ default: 0, maximum: 365 * 86_400_000, wholeSeconds: true }),
  precompressed: either([boolean(), list(choice(['br', 'zstd', 'gzip']))], {
    default: false,
    fix: 'Use true, false, or a list of br, zstd, gzip',
  }),
  fallback: fileName,
  dotfiles: either([boolean(), list(text({ matches: /^\./, fix: "Names start with a dot: ['.well-known']" }))], {
    default: false,
    fix: "Use true, false, or a list of names: ['.well-known']",
  }),
  types: record(text(), {
    default: {},
    names: /^\.[^A-Z]+$/,
    fix: "Use types by extension in lower case: { '.gltf': 'model/gltf+json' }",
  }),
  headers: record(text({ matches: /^/ }), { default: {}, fix: "Use values by name: { 'X-Robots-Tag': 'noindex' }" }),
  access: anything(),
} satisfies Settings<FilesConfig>;

/** The configuration of a folder with its defaults, and with durations in milliseconds. */
export type ResolvedFiles = Resolved<FilesConfig, typeof FILES_SETTINGS>;
