import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { compressSearch } from './search/compressed-search.ts';
import type { PanelLinks } from '../panels/view-model.ts';

/** Where the pages of the profiler are, for whoever came in with a pass or without. Paths only, never an origin. */
export class ProfilerLinks {
  readonly pass: string | undefined;
  readonly #root: string;

  constructor(pass: string | undefined, root: string) {
    this.pass = pass;
    this.#root = root;
  }

  /** The list, searched by parameters such as `q=status:5xx`. */
  list(parameters: URLSearchParams = new URLSearchParams('limit=10'), token = 'empty'): string {
    return this.to(`/${encodeURIComponent(token)}/search/results`, parameters);
  }

  /** A profile, at one of its panels; `ask` narrows what that panel shows. */
  profile(token: string, panel?: string, ask: Readonly<Record<string, string>> = {}): string {
    const parameters = new URLSearchParams(panel === undefined ? {} : { panel });
    for (const [name, value] of Object.entries(ask)) if (name !== 'panel') parameters.append(name, value);
    return this.to(`/${encodeURIComponent(token)}`, parameters);
  }

  source(file: string, line: number): string | undefined {
    const absolute = resolve(this.#root, file);
    return isViewableSource(this.#root, absolute)
      ? this.to('/open', new URLSearchParams({ file: relative(this.#root, absolute), line: String(line) }))
      : undefined;
  }

  /** Any page below `/_profiler`, with the pass that opens it. */
  to(path: string, parameters: URLSearchParams = new URLSearchParams()): string {
    const query = this.query(parameters);
    return query === '' ? `/_profiler${path}` : `/_profiler${path}?${query}`;
  }

  /** Parameters with the pass, as they stand behind the question mark. */
  query(parameters: URLSearchParams): string {
    const all = new URLSearchParams(compressSearch(parameters));
    all.delete('key');
    if (this.pass !== undefined) all.set('key', this.pass);
    return unescapeQuery(all.toString());
  }

  /** What panels may link to, and what the address asks of the one it names. */
  forPanels(
    own: string,
    { asked, explains = false }: { asked?: URLSearchParams; explains?: boolean } = {},
  ): PanelLinks {
    return {
      parameters: Object.fromEntries([...(asked ?? [])].filter(([name]) => name !== 'panel' && name !== 'key')),
      explainUrl: explains ? this.to(`/${encodeURIComponent(own)}/explain`) : undefined,
      body: (of, as) => this.to(`/${encodeURIComponent(own)}/export/${of}-${as === 'picture' ? as : 'body'}`),
      panel: (name, token = own, ask) => this.profile(token, name, ask),
      search: (query) => this.list(new URLSearchParams({ q: query, limit: '10' })),
      source: (file, line) => this.source(file, line),
    };
  }
}

/** What the search language is made of may stand in a query as it is, and is easier to read. */
export function unescapeQuery(query: string): string {
  return query.replace(/%(?:3A|2F|2C)/g, (code) => decodeURIComponent(code));
}

/** Is this a file of source code inside the root, by its name alone? Nothing that begins with a dot, nothing installed elsewhere. */
export function isViewableSource(root: string, file: string): boolean {
  if (!isAbsolute(file) || !EXTENSIONS.has(extname(file))) return false;
  const inside = relative(root, file);
  return inside !== '' && !isAbsolute(inside) && inside.split(sep).every((part) => !part.startsWith('.'));
}

// What a stack trace can name; settings and data files are nobody's business.
const EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx']);
