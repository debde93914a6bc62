import { SourceMap } from 'node:module';
import type { SourceMapPayload, SourceMapping } from 'node:module';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { readFileSync, realpathSync, statSync, JSON, URL } from 'oriel-core/builtins';
import { tryRead } from 'oriel-core/errors';

/**
 * Finds the sources of compiled files by their source maps: the `.map` file beside them, the one that their last line names, or
 * the one in it. Names of files come from profiles, which may be forged, so only files inside the root are read, their sizes and their number
 * are limited, and only positions are returned.
 */
export class SourceMaps {
  readonly #root: string;
  readonly #files = new Map<string, CompiledFile | undefined>();
  #budget = MAX_TOTAL_BYTES;

  /** @param root the folder whose files may be read */
  constructor(root: string) {
    this.#root = tryRead(() => realpathSync(root), root);
  }

  /**
   * Returns the source of a position in a file inside the root; undefined if there is none.
   * @param column from 1; undefined for the first of the line
   */
  find(file: string, line: number, column?: number) {
    const compiled = this.#compiled(resolve(this.#root, file));
    if (compiled === undefined || line < 1 || line > compiled.indents.length) return undefined;
    const columnIndex = column === undefined ? compiled.indents[line - 1]! : column - 1;
    const entry: Partial<SourceMapping> = compiled.map.findEntry(line - 1, columnIndex);
    const { generatedLine, originalSource, originalLine, originalColumn } = entry;
    if (generatedLine !== line - 1 || originalSource === undefined || originalLine === undefined) return undefined;
    return { file: originalSource, line: originalLine + 1, column: (originalColumn ?? 0) + 1 };
  }

  #compiled(file: string): CompiledFile | undefined {
    if (this.#files.has(file)) return this.#files.get(file);
    if (this.#files.size >= MAX_FILES) return undefined;
    const found = EXTENSIONS.has(extname(file)) ? tryRead(() => this.#read(file), undefined) : undefined;
    this.#files.set(file, found);
    return found;
  }

  #read(file: string): CompiledFile | undefined {
    const text = this.#readText(file);
    if (text === undefined) return undefined;
    const [, url] = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(text.slice(-MAX_INLINE_LENGTH)) ?? [];
    const [, inline] = /^data:application\/json[^,]{0,50};base64,(.+)$/.exec(url ?? '') ?? [];
    const mapFile = url === undefined || inline !== undefined ? `${file}.map` : resolve(dirname(file), decodeURI(url));
    const json =
      inline === undefined
        ? (this.#readText(`${file}.map`) ?? this.#readText(mapFile))
        : Buffer.from(inline, 'base64').toString();
    if (json === undefined) return undefined;
    const payload = JSON.parse(json) as SourceMapPayload & { sections?: { map: SourceMapPayload }[] };
    for (const map of payload.sections?.map((section) => section.map) ?? [payload]) this.#resolveSources(map, mapFile);
    return { map: new SourceMap(payload), indents: text.split('\n').map((line) => /^\s*/.exec(line)![0].length) };
  }

  // A source outside of the root is not a position of the application.
  #resolveSources(map: SourceMapPayload, mapFile: string): void {
    const folder = resolve(dirname(mapFile), map.sourceRoot?.startsWith('/') === false ? map.sourceRoot : '');
    map.sources = map.sources.map((source) => {
      const path = resolveSource(String(source), folder, this.#root);
      return path !== undefined && isInside(this.#root, path) ? path : (undefined as unknown as string);
    });
    map.sourceRoot = '';
  }

  #readText(file: string): string | undefined {
    const real = tryRead(() => realpathSync(file), undefined);
    if (real === undefined || !isInside(this.#root, real)) return undefined;
    const stat = statSync(real);
    if (!stat.isFile() || stat.size > MAX_BYTES || stat.size > this.#budget) return undefined;
    this.#budget -= stat.size;
    return readFileSync(real, 'utf8');
  }
}

interface CompiledFile {
  readonly map: SourceMap;
  /** The column of the first character of each line, from 0. */
  readonly indents: readonly number[];
}

// Bundlers name sources by the folder of the project.
const OF_PROJECT =
  /^(?:webpack|turbopack|rspack|vite):\/\/(?:[^/]*)\/(?:\[project\]\/|\.\/)?(?:\(\w+\)\/)?(?:\.\/)?(.+)$/;

function resolveSource(source: string, folder: string, root: string): string | undefined {
  const [, inside] = OF_PROJECT.exec(source) ?? [];
  if (inside !== undefined) return resolve(root, inside.replace(/\?.*$/, ''));
  if (source.startsWith('file://')) return tryRead(() => decodeURIComponent(new URL(source).pathname), undefined);
  return /^[a-z][a-z\d+.-]+:/i.test(source) ? undefined : resolve(folder, source);
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path) && !file.includes('\0');
}

const EXTENSIONS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs']);
const MAX_FILES = 50;
const MAX_BYTES = 20_000_000;
const MAX_TOTAL_BYTES = 60_000_000;
const MAX_INLINE_LENGTH = 8_000_000;
