import { CLASSES, FOUND, STATE, createAutomaton } from './letter-automaton.ts';

/**
 * Determines in one pass whether a text may contain a secret. Most texts do not, so that redacting them is cheap. It finds
 * words and prefixes with an Aho-Corasick automaton, and checks whether a value may follow a word.
 */
export class SecretScanner {
  /** The table of {@link createAutomaton}. */
  readonly #next: Uint16Array;
  /** Whether any name may be secret, so that every `name: value` has to be checked. */
  readonly #anyName: boolean;

  constructor(words: readonly string[], anyName: boolean) {
    const keys = [
      ...words.map((word) => [word, WORD] as const),
      ...[...SHAPES, ...STATEMENTS].map((shape) => [shape, SHAPE] as const),
      ...LONG_NUMBERS.map((shape) => [shape, DIGITS] as const),
      [URL_START, AT_URL] as const,
      ['code', CODE] as const,
    ];
    this.#next = createAutomaton(keys);
    this.#anyName = anyName;
  }

  /** @param json whether names are followed by a quotation mark, and letters may be escaped */
  mayContainSecret(text: string, json = false): boolean {
    if (this.#anyName && ASSIGNS.test(text)) return true;
    // Read once per text: in the loop, V8 would check each time whether imported constants are initialised.
    const [next, classes, keep, found] = [this.#next, CLASSES, STATE, FOUND];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      // A loop without calls is compiled to fewer instructions. Other characters are treated as ASCII, which at worst causes
      // an unnecessary check.
      for (; at < text.length; at++) {
        state = next[(state & keep) + classes[text.charCodeAt(at) & 127]!]!;
        if ((state & found) !== 0) break;
      }
      if (at < text.length && mayBeSecret(state & found, text, at + 1, json)) return true;
    }
    // Letters of a name may be escaped.
    return json && text.includes('\\u00');
  }
}

const WORD = 1;
const SHAPE = 2;
const AT_URL = 4;
const DIGITS = 8;
const CODE = 16;
const URL_START = '://';
// A digit matches any digit.
const SHAPES = [
  ...['eyj', 'bearer ', 'basic ', 'private key', '_live_', '_test_', 'identified ', 'sg.', 'hvs.', 'hvb.', 'ya00.'],
  ...['sk-', 'glpat-', 'pypi-', 'xoxa-', 'xoxb-', 'xoxe-', 'xoxp-', 'xoxr-', 'xoxs-', 'akia', 'asia', 'aiza'],
  ...[
    'whsec_',
    'ghp_',
    'gho_',
    'ghu_',
    'ghs_',
    'ghr_',
    'github_pat_',
    'npm_',
    'shpat_',
    'shpss_',
    'shpca_',
    'shppa_',
    'dop_v0_',
  ],
];
// Statements and commands in which no name is beside the value.
const STATEMENTS = [
  'set password',
  'duplicate entry',
  'insert into',
  'replace into',
  'curl ',
  'mysql',
  'mariadb',
  'sshpass',
  'redis-cli',
  'r login',
];
const LONG_NUMBERS = ['0000000000000', '0000 0000', '0000-0000'];
const ASSIGNS = /[:=>]/;

function mayBeSecret(what: number, text: string, at: number, json: boolean): boolean {
  return (
    (what & SHAPE) !== 0 ||
    ((what & CODE) !== 0 && text[at] === '=' && '?&#;'.includes(text[at - 5] ?? ' ')) ||
    ((what & DIGITS) !== 0 && mayBeCard(text, at - 1)) ||
    ((what & AT_URL) !== 0 && hasUser(text, at)) ||
    ((what & WORD) !== 0 && mayNameValue(text, at, json))
  );
}

function mayNameValue(text: string, at: number, json: boolean): boolean {
  return (
    (json && isInName(text, at)) ||
    isAssigned(text, at) ||
    isGivenAsName(text, at) ||
    isNamedInYaml(text, at) ||
    isInTag(text, at) ||
    isInTable(text, at)
  );
}

// Numbers of 13 digits are common, such as an ISBN or a time in milliseconds, and cards begin with 2 to 6.
function mayBeCard(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && isOfNumber(text.charCodeAt(from - 1)) && at - from < MAX_NUMBER_LENGTH) from--;
  let to = at + 1;
  while (to < text.length && isOfNumber(text.charCodeAt(to)) && to - at < MAX_NUMBER_LENGTH) to++;
  return at - from >= MAX_NUMBER_LENGTH || to - at >= MAX_NUMBER_LENGTH || CARD_START.test(text.slice(from, to));
}

const MAX_NUMBER_LENGTH = 64;
const CARD_START = /(?:^|[ -])[2-6]\d{3}(?:[ -]?\d){9}/;

function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x20 || code === 0x2d;
}

function hasUser(text: string, from: number): boolean {
  for (let at = from; at < text.length && at - from < 400; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x40) return true;
    if (code === 0x2f || code <= 0x20) return false;
  }
  return false;
}

// `"name": "password", "value": …`, `<entry key="password">`
function isGivenAsName(text: string, from: number): boolean {
  NAME_GIVEN.lastIndex = from;
  return NAME_GIVEN.test(text);
}

const NAME_GIVEN = /[^"'`\n,{}<>]{0,200}["'`]\s{0,8}(?:[,}>]|\/>|\\{0,3}["'`]?(?:new|old|val))/iy;

// `- name: DB_PASSWORD`, `{name: password, value: …}`
function isNamedInYaml(text: string, from: number): boolean {
  return NAMED_IN_YAML.test(text.slice(Math.max(0, from - 80), from));
}

const NAMES = 'name|key|path|field|header|param|parameter|property|attribute|variable|column|label|id';
const NAMED_IN_YAML = new RegExp(String.raw`(?:${NAMES}):[ \t]{1,8}["']?[\w.$/~-]{1,60}$`, 'i');
const NAMED_IN_ELEMENT = new RegExp(String.raw`(?:${NAMES})(?:>|&gt;)\s{0,8}$`, 'i');

// `<password type="text">`, `&lt;password&gt;`, `<name>password</name>`
function isInTag(text: string, from: number): boolean {
  let at = from - 1;
  const lowest = Math.max(0, from - 60);
  while (at > lowest && (isNameSign(text.charCodeAt(at)) || text[at] === ':')) at--;
  return (
    text[at] === '<' ||
    text.startsWith('&lt;', at - 3) ||
    NAMED_IN_ELEMENT.test(text.slice(Math.max(0, at - 60), at + 1))
  );
}

// `│ password │`, `<th>API key</th>`, `<input name=password`
function isInTable(text: string, from: number): boolean {
  AFTER_CELL.lastIndex = from;
  if (AFTER_CELL.test(text)) return true;
  return BEFORE_CELL.test(text.slice(Math.max(0, from - 80), from));
}

const AFTER_CELL = /[\w.-]{0,40}(?: [\w.-]{1,40}){0,2}["'`*_]{0,3}\s{0,200}[│|]/y;
const BEFORE_CELL = new RegExp(
  String.raw`(?:[│|]\s{0,8}["'\x60*_]{0,3}|<(?:th|td|dt)\b[^<>]{0,60}>\s{0,8}(?:<\w{1,10}>)?|\s(?:${NAMES}|type)\s{0,4}=\s{0,4}["']?)[\w .$[\]-]{0,40}$`,
  'i',
);

function isInName(text: string, from: number): boolean {
  JSON_NAME_END.lastIndex = from;
  return JSON_NAME_END.test(text);
}

const JSON_NAME_END = /[^"\n]{0,200}"\s*:/y;

function isAssigned(text: string, from: number): boolean {
  let at = from;
  const end = Math.min(text.length, from + 60);
  while (at < end && isNameSign(text.charCodeAt(at))) at++;
  VALUE_FOLLOWS.lastIndex = at;
  const match = VALUE_FOLLOWS.exec(text);
  // After a space only a quoted text or the value of a command-line option is a value.
  return match !== null && (NOT_JUST_SPACE.test(match[0]) || isOption(text, from));
}

function isOption(text: string, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && from - at < 200 && isNameSign(text.charCodeAt(at))) at--;
  return text.startsWith('--', at + 1);
}

const VALUE_FOLLOWS =
  /(?:%5D|[\])"'`\\]{0,4})(?:\[[\w.]{0,20}\]|%5B[\w.]{0,20}%5D){0,2}(?:\s{0,8}(?:[:=>]|\?\?)|\s{1,8}["']|\s)/iy;

const NOT_JUST_SPACE = /[:=>?]|\s["']/;

function isNameSign(code: number): boolean {
  const by = code < 128 ? CLASSES[code]! : 0;
  return (by > 0 && by < 28) || (by > 28 && by < 32);
}
