import { relative } from 'node:path';
import { isViewableSource } from 'oriel-core/errors';
import { absolutePath } from '../render/editor-links.ts';
import type { EditorLink } from '../render/editor-links.ts';
import { PAGES_PATH } from '../pages-path.ts';
import { compressSearch } from './search/compressed-search.ts';
import type { PanelLinks } from '../../profile/view-model.ts';

/** The number of rows of a list that no one has chosen another number for: as many as most windows have space for. */
export const LIST_LIMIT = '25';

interface PanelLinkOptions {
  readonly parameters?: URLSearchParams;
  readonly canExplain?: boolean;
  /** The folder of the application that recorded the profile. */
  readonly root?: string | undefined;
  /** Tokens of the profiles in the store that outgoing calls may be linked to. */
  readonly callees?: ReadonlySet<string>;
}

/** Builds links to the profiler's pages. Links are paths without an origin, and include the pass if the client used one. */
export class ProfilerLinks {
  readonly pass: string | undefined;
  /** The path of the pages, such as `/_profiler`. */
  readonly path: string;
  readonly #root: string;
  readonly #editor: EditorLink | undefined;

  /** @param editor opens positions in the editor instead of the source page */
  constructor(pass: string | undefined, root: string, editor?: EditorLink, path: string = PAGES_PATH) {
    this.pass = pass;
    this.path = path;
    this.#root = root;
    this.#editor = editor;
  }

  /** Returns the link to the list with search parameters such as `q=status:5xx`. */
  list(parameters: URLSearchParams = new URLSearchParams({ limit: LIST_LIMIT }), token = 'empty'): string {
    return this.to(`/${encodeURIComponent(token)}/search/results`, parameters);
  }

  /** Returns the link to the list of a search, the oldest first. */
  inOrder(search: string): string {
    return this.list(new URLSearchParams({ q: search, sort: 'time', limit: LIST_LIMIT }));
  }

  /** The path of the list, without parameters. */
  get listPath(): string {
    return `${this.path}/empty/search/results`;
  }

  /** Returns the link to a profile, optionally to one of its panels with panel parameters. */
  profile(token: string, panel?: string, panelParameters: Readonly<Record<string, string>> = {}): string {
    const parameters = new URLSearchParams(panel === undefined ? {} : { panel });
    for (const [name, value] of Object.entries(panelParameters)) if (name !== 'panel') parameters.append(name, value);
    return this.to(`/${encodeURIComponent(token)}`, parameters);
  }

  /** Returns the link to the comparison of two profiles. */
  comparison(before: string, after: string): string {
    return this.to(`/${encodeURIComponent(before)}..${encodeURIComponent(after)}`);
  }

  /**
   * Returns the link to a line of a source file: to the editor if one is configured, otherwise to the source page, or
   * undefined if the file may not be shown, such as one of an application in another folder.
   * @param root the folder of the application that recorded the file; by default that of this process
   */
  source(file: string, line: number, root?: string): string | undefined {
    const absolute = absolutePath(root ?? this.#root, file);
    if (this.#editor) return this.#editor(absolute, line);
    return isViewableSource(this.#root, absolute)
      ? this.to('/open', new URLSearchParams({ file: relative(this.#root, absolute), line: String(line) }))
      : undefined;
  }

  /** Returns the links of a profile to the editor; undefined if none is configured. @param root see {@link ProfilerLinks.source} */
  editorLink(root: string | undefined): EditorLink | undefined {
    return this.#editor && ((file, line) => this.source(file, line, root));
  }

  /** Returns the link to a path below the path of the pages, with the pass. */
  to(path: string, parameters: URLSearchParams = new URLSearchParams()): string {
    const query = this.query(parameters);
    return query === '' ? this.path + path : `${this.path}${path}?${query}`;
  }

  /** Returns a path with a query, such as that of a request, with the pass. */
  withPass(target: string): string {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const all = this.query(new URLSearchParams(query));
    return all === '' ? path : `${path}?${all}`;
  }

  /** Returns a query string, without the question mark, from parameters and the pass. */
  query(parameters: URLSearchParams): string {
    const all = new URLSearchParams(compressSearch(parameters));
    all.delete('key');
    if (this.pass !== undefined) all.set('key', this.pass);
    return unescapeQuery(all.toString());
  }

  /** Returns the links for panels. `parameters` are those of the URL, for the current panel. */
  forPanels(
    profileToken: string,
    { parameters, canExplain = false, root, callees = new Set() }: PanelLinkOptions = {},
  ): PanelLinks {
    return {
      parameters: Object.fromEntries([...(parameters ?? [])].filter(([name]) => name !== 'panel' && name !== 'key')),
      explainUrl: canExplain ? this.to(`/${encodeURIComponent(profileToken)}/explain`) : undefined,
      body: (of, as) => this.to(`/${encodeURIComponent(profileToken)}/export/${of}-${as === 'image' ? as : 'body'}`),
      panel: (name, token = profileToken, panelParameters) => this.profile(token, name, panelParameters),
      search: (query) => this.list(new URLSearchParams({ q: query, limit: LIST_LIMIT })),
      source: (file, line) => this.source(file, line, root),
      callee: (token) => (callees.has(token) ? this.profile(token) : undefined),
    };
  }
}

/** Decodes colons, slashes and commas in a query string, where they need no encoding, so that searches stay readable. */
export function unescapeQuery(query: string): string {
  return query.replace(/%(?:3A|2F|2C)/g, (code) => decodeURIComponent(code));
}
