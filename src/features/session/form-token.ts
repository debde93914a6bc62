/** What a form with files has to begin with: its token, behind fields of this many bytes at most, and before any file. */
export const FIELDS_BEFORE_TOKEN = 65_536;

/**
 * Looks for a field in a form (RFC 7578) while it arrives, and knows as early as can be: once the field is there, a file
 * comes first, or too much came without it. Bytes are looked at once, in however small pieces they come.
 */
export class FormToken {
  readonly #field: string;
  readonly #delimiter: Buffer;
  readonly #bytes = Buffer.allocUnsafe(FIELDS_BEFORE_TOKEN);
  #size = 0;
  // Where the part begins that is looked at, where its content does, and up to where its end was looked for.
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
    // The first delimiter needs no line before it.
    this.#size = this.#bytes.write('\r\n', 'latin1');
  }

  /** The field; undefined when it is not there, or not where it should be. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Takes what came next. @returns whether the rest of the form changes nothing any more */
  take(piece: Uint8Array): boolean {
    if (this.#decided) return true;
    const taken = piece.subarray(0, FIELDS_BEFORE_TOKEN - this.#size);
    this.#bytes.set(taken, this.#size);
    this.#size += taken.byteLength;
    while (!this.#decided && this.#step());
    if (this.#size === FIELDS_BEFORE_TOKEN) this.#decided = true;
    return this.#decided;
  }

  // One delimiter or one head further; false when more has to come.
  #step(): boolean {
    if (this.#part >= 0 && this.#content < 0) return this.#readHead();
    const at = this.#find(this.#delimiter);
    if (at < 0) return false;
    if (this.#isToken) {
      this.#token = this.#bytes.toString('utf8', this.#content, at);
      this.#decided = true;
      return false;
    }
    this.#part = this.#looked = at + this.#delimiter.length;
    this.#content = -1;
    return true;
  }

  #readHead(): boolean {
    const end = this.#find(HEAD_END);
    if (end < 0) return false;
    const head = this.#bytes.toString('latin1', this.#part, end);
    // Behind the last delimiter nothing of the form comes.
    this.#decided = head.startsWith('--') || FILE.test(head);
    this.#isToken = NAME.exec(head)?.[1] === this.#field;
    // An empty part has its delimiter right here.
    this.#looked = end + 2;
    this.#content = end + HEAD_END.length;
    return true;
  }

  #find(wanted: Buffer): number {
    const at = this.#bytes.subarray(0, this.#size).indexOf(wanted, this.#looked);
    if (at < 0) this.#looked = Math.max(this.#looked, this.#size - wanted.length + 1);
    return at;
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im;
const FILE = /^content-disposition:[^\r\n]*?;\s*filename\*?=/im;
