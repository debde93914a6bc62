/** The maximum number of bytes in front of the token of a multipart form. The token must also precede all files. */
export const FIELDS_BEFORE_TOKEN = 65_536;

/**
 * Searches a multipart form (RFC 7578) for a field while the form arrives. The search ends as soon as the field is
 * complete, a file begins or the limit is reached. Each byte is read once, whatever the size of the chunks.
 */
export class FormToken {
  readonly #field: string;
  readonly #delimiter: Buffer;
  readonly #bytes = Buffer.allocUnsafe(FIELDS_BEFORE_TOKEN);
  #size = 0;
  // Offsets of the current part, of its content, and of the bytes that were already searched for a delimiter.
  #part = -1;
  #content = -1;
  #looked = 0;
  #isToken = false;
  #decided = false;
  #token: string | undefined = undefined;

  constructor(contentType: string, field: string) {
    const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
    this.#field = field;
    this.#delimiter = Buffer.from(`\r\n--${quoted ?? bare ?? ''}`, 'latin1');
    // The first delimiter needs no preceding line break.
    this.#size = this.#bytes.write('\r\n', 'latin1');
  }

  /** The value of the field; undefined if the field is missing or behind a file. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Reads the next chunk. @returns whether the search is over */
  take(piece: Uint8Array): boolean {
    if (this.#decided) return true;
    const taken = piece.subarray(0, FIELDS_BEFORE_TOKEN - this.#size);
    this.#bytes.set(taken, this.#size);
    this.#size += taken.byteLength;
    while (!this.#decided && this.#step());
    if (this.#size === FIELDS_BEFORE_TOKEN) this.#decided = true;
    return this.#decided;
  }

  // Reads one delimiter or one head of a part. Returns false if more bytes are needed.
  #step(): boolean {
    if (this.#part >= 0 && this.#content < 0) return this.#readHead();
    const offset = this.#find(this.#delimiter);
    if (offset < 0) return false;
    if (this.#isToken) {
      this.#token = this.#bytes.toString('utf8', this.#content, offset);
      this.#decided = true;
      return false;
    }
    this.#part = this.#looked = offset + this.#delimiter.length;
    this.#content = -1;
    return true;
  }

  #readHead(): boolean {
    const end = this.#find(HEAD_END);
    if (end < 0) return false;
    const head = this.#bytes.toString('latin1', this.#part, end);
    // The closing delimiter ends with two hyphens.
    this.#decided = head.startsWith('--') || FILE.test(head);
    this.#isToken = NAME.exec(head)?.[1] === this.#field;
    // The delimiter of an empty part begins at the line break of the head.
    this.#looked = end + 2;
    this.#content = end + HEAD_END.length;
    return true;
  }

  #find(wanted: Buffer): number {
    const offset = this.#bytes.subarray(0, this.#size).indexOf(wanted, this.#looked);
    if (offset < 0) this.#looked = Math.max(this.#looked, this.#size - wanted.length + 1);
    return offset;
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im;
const FILE = /^content-disposition:[^\r\n]*?;\s*filename\*?=/im;
