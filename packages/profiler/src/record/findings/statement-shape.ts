/** The parts of a statement that stay the same when it runs again with other values. */
export interface StatementShape {
  /**
   * The statement in lower case without comments and with `?` for each value. A list of values has one `?`, whatever its length, and
   * so have the rows of an `INSERT`. Spaces are only between words.
   */
  readonly text: string;
  /** The number of values of the longest list, such as that of `IN (1, 2, 3)`. */
  readonly longestList: number;
  /** The number of rows of `VALUES (…), (…)`; 1 for other statements. */
  readonly rows: number;
}

/**
 * Returns the shape of a statement of SQL, or of a command of MongoDB such as `users.find({id: ?})`. Values may be parameters or
 * literals. Reads at most 500 tokens.
 *
 * @param system the database; MySQL and MariaDB have strings in double quotes and escapes with a backslash
 */
export function parseStatementShape(sql: string, system?: string): StatementShape {
  const token = isMySql(system) ? MYSQL_TOKEN : TOKEN;
  const shape = new ShapeBuilder();
  token.lastIndex = 0;
  for (let read = 0; read < MAX_TOKENS; read++) {
    // At the end of the text, the pattern does not match.
    const match = token.exec(sql);
    if (match === null) break;
    // Named groups would take longer than the match.
    const [space, value, word, symbol] = [match[1], match[2], match.at(-2), match.at(-1)];
    if (space !== undefined) continue;
    if (value !== undefined) shape.addValue();
    else if (word !== undefined) shape.addWord(word.toLowerCase());
    else shape.addSymbol(symbol!);
  }
  const { longestList, rows } = shape;
  return { text: shape.build(), longestList, rows };
}

/** Returns whether a database has strings in double quotes and escapes with a backslash. */
export function isMySql(system: string | undefined): boolean {
  return system === 'mysql' || system === 'mariadb';
}

const MAX_TOKENS = 500;

// Each is matched in linear time. An end that is missing is the end of the text, because long statements are truncated.
const SPACE = String.raw`\s+|--[^\n]*|/\*[^*]*(?:\*+[^/*][^*]*)*(?:\*+/|$)`;
const STRING = String.raw`(?:[nbxu]&?)?'[^']*(?:''[^']*)*'?`;
const ESCAPED_STRING = String.raw`(?:[enbx]|_\w{1,20}\s?)?'[^'\\]*(?:(?:''|\\[^])[^'\\]*)*'?`;
const DOUBLE_QUOTED_STRING = String.raw`"[^"\\]*(?:(?:""|\\[^])[^"\\]*)*"?`;
const DOLLAR_QUOTED_STRING = String.raw`\$((?:[a-z_]\w{0,30})?)\$[^]*?(?:\$\3\$|$)`;
const NUMBER = String.raw`0x[\da-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+`;
const PLACEHOLDER = String.raw`\$\d+|\?\d*|(?<!:):[a-z_]\w*|(?<!@)@[a-z_]\w*`;
const WORD = String.raw`[a-z_\u0080-\uffff][\w$\u0080-\uffff]*`;
const IDENTIFIER = '"[^"]*"?|`[^`]*`?';

const TOKEN = createPattern([`e${ESCAPED_STRING}`, STRING, DOLLAR_QUOTED_STRING], IDENTIFIER);
const MYSQL_TOKEN = createPattern([ESCAPED_STRING, DOUBLE_QUOTED_STRING], '`[^`]*`?');

function createPattern(strings: readonly string[], identifier: string): RegExp {
  const value = [...strings, NUMBER, PLACEHOLDER].join('|');
  return new RegExp(`(?:(${SPACE})|(${value})|(${WORD}|${identifier})|([^]))\\s*`, 'giy');
}

/** Joins the tokens of a statement. Equal members of a list are kept once. */
class ShapeBuilder {
  longestList = 0;
  rows = 1;
  readonly #tokens: string[] = [];
  /** The positions of the open parentheses. */
  readonly #open: number[] = [];
  /** The positions of the parentheses of the last closed list, by the number of lists around it. */
  readonly #closed: (TokenRange | undefined)[] = [];
  #listLength = 0;
  #rowCount = 1;

  addWord(word: string): void {
    const previous = this.#tokens.at(-1);
    // `IS NULL` is a condition of its own.
    if (CONSTANTS.has(word) && previous !== undefined && BEFORE_CONSTANT.has(previous)) this.addValue();
    else this.#tokens.push(word);
  }

  addValue(): void {
    const tokens = this.#tokens;
    if (SIGNS.has(tokens.at(-1)!) && isBeforeSign(tokens.at(-2))) tokens.pop();
    if (tokens.at(-1) === ',' && tokens.at(-2) === '?') {
      tokens.pop();
      this.#listLength++;
    } else {
      tokens.push('?');
      this.#listLength = 1;
    }
    this.longestList = Math.max(this.longestList, this.#listLength);
  }

  addSymbol(symbol: string): void {
    if (symbol === ';') return;
    if (symbol === '(') this.#open.push(this.#tokens.length);
    this.#tokens.push(symbol);
    if (symbol === ')') this.#close();
  }

  build(): string {
    let text = '';
    let isAfterWord = false;
    for (const token of this.#tokens) {
      const isWord = WORD_START.test(token);
      text += isAfterWord && isWord ? ` ${token}` : token;
      isAfterWord = isWord;
    }
    return text;
  }

  #close(): void {
    const start = this.#open.pop();
    if (start === undefined) return;
    const tokens = this.#tokens;
    const depth = this.#open.length;
    const previous = this.#closed[depth];
    const isRepeated = previous?.end === start - 2 && tokens[start - 1] === ',' && this.#equals(previous, start);
    if (isRepeated) {
      tokens.length = start - 1;
      this.rows = Math.max(this.rows, ++this.#rowCount);
      return;
    }
    this.#rowCount = 1;
    this.#closed[depth] = { start, end: tokens.length - 1 };
  }

  #equals({ start, end }: TokenRange, other: number): boolean {
    const tokens = this.#tokens;
    if (tokens.length - other !== end - start + 1) return false;
    for (let index = start; index <= end; index++) if (tokens[index] !== tokens[other + index - start]) return false;
    return true;
  }
}

interface TokenRange {
  readonly start: number;
  readonly end: number;
}

const CONSTANTS: ReadonlySet<string> = new Set(['null', 'true', 'false', 'default']);
const BEFORE_CONSTANT: ReadonlySet<string> = new Set(['(', ',', '=']);
const SIGNS: ReadonlySet<string> = new Set(['-', '+']);
const WORD_START = /^[\w?"`\u0080-\uffff]/;

// After a value, a name or `)`, it is a subtraction.
function isBeforeSign(token: string | undefined): boolean {
  return token === undefined || KEYWORDS.has(token) || (token !== ')' && token !== ']' && !WORD_START.test(token));
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'and between by else in limit not offset or select set then values when'.split(' '),
);
