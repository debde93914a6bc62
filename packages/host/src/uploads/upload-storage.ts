/** Where uploaded files are stored: a folder, an object storage, or something else. */
export interface UploadStorage {
  /**
   * Stores a file while it arrives, at its own pace.
   *
   * @param content the bytes; the stream fails if the client disconnects or a limit is exceeded
   * @param file what the client states about the file
   * @returns the key of the stored file
   * @throws if `content` fails; nothing of the file may then remain
   */
  save(content: ReadableStream<Uint8Array>, file: IncomingFile): Promise<string>;
  /** Removes a file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

/** What the client states about a file. The host does not verify it. */
export interface IncomingFile {
  /** The name of the form field. */
  readonly field: string;
  /** The name of the file, without folders. Never use it as a path. */
  readonly name: string;
  /** The media type, without parameters and in lower case. */
  readonly type: string;
  /** Aborted when the client disconnects or the time limit of the request is exceeded. */
  readonly signal: AbortSignal;
}
