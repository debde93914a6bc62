/** How a library is watched that publishes no diagnostics channel. */
export interface LibraryWatch<Value = never> {
  /** The name of its package. */
  readonly name: string;
  /** Its major versions that were tested. Others are reported and not watched. */
  readonly majors: readonly number[];
  /** The tested versions, as the developer reads them: `8.11–8.16`. */
  readonly tested: string;
  /**
   * Files of the package: the expression in the scope of each that is passed to {@link LibraryWatch.watch}, or the calls that are added to
   * it, for which an empty object is passed.
   */
  readonly files: Readonly<Record<string, string | readonly InsertedCall[]>>;
  /** How files are recognised that a build of this library has written. */
  readonly bundled?: readonly BundledFile[];
  /**
   * Wraps what it needs. An error is reported, and the library works as without the recorder.
   *
   * @returns the functions that inserted calls name
   */
  watch(value: Value, library: LoadedLibrary): Observers | void;
}

/** A file of a build, which has another name in each application. */
interface BundledFile {
  /** What its text contains. */
  readonly marker: RegExp;
  readonly calls: readonly InsertedCall[];
  /** Whether a bundler wrote the file. It may contain several copies of a line, and each of them calls the watcher. */
  readonly isBundle?: boolean;
}

/** What is added to a file: an expression that is passed to the watcher, or calls of the watcher. */
export type Addition = string | Omit<BundledFile, 'marker'>;

/** A call that is added at the end of a line, where no other line or column of the file changes. */
export interface InsertedCall {
  /**
   * The text of the line, or those of several versions. White space, quotes and semicolons do not count. One line of the file has
   * it. A regular expression may match several lines.
   */
  readonly line: string | readonly string[] | RegExp;
  /** A call of one of the {@link Observers}, such as `fail(error, this)`. */
  readonly call: string;
  /** Whether several lines of the file may have the text, and each of them calls the watcher. */
  readonly repeated?: boolean;
  /** Whether some versions have no such line. */
  readonly optional?: boolean;
  /** The condition under which it is called; default always. */
  readonly condition?: string;
}

/** Functions that inserted calls name. What they throw is reported, not thrown into the library. */
export type Observers = Readonly<Record<string, (...args: never[]) => void>>;

/** A library as it was loaded. */
export interface LoadedLibrary {
  readonly version: string;
  /** The folder of its package. */
  readonly root: string;
}
