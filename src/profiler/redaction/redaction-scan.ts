/**
 * Tells in one pass whether a text could hold a secret at all, at one step per character. Nearly every text cannot, and
 * this is what makes redacting all of them cheap. It looks for words and shapes (an Aho-Corasick automaton over letter
 * classes), and where a word is found, whether a value could follow it.
 */
export class SecretScanner {
  /** From state and class of a letter to the next state, and in its lowest bits what is found on reaching it. */
  readonly #next: Uint16Array;
  /** Any name may be one: then whatever looks like `name: value` is looked at. */
  readonly #anyName: boolean;

  constructor(words: readonly string[], anyName: boolean) {
    const keys = [
      ...words.map((word) => [word, WORD] as const),
      ...SHAPES.map((shape) => [shape, SHAPE] as const),
      ...LONG_NUMBERS.map((shape) => [shape, DIGITS] as const),
      [URL_START, AT_URL] as const,
      ['code', CODE] as const,
    ];
    this.#next = automaton(keys);
    this.#anyName = anyName;
  }

  suspects(text: string, json = false): boolean {
    if (this.#anyName && ASSIGNS.test(text)) return true;
    const next = this.#next;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      // A letter beyond ASCII is taken for one within: it stands in no key, so at worst one look too many is taken.
      state = next[(state & STATE) + CLASSES[text.charCodeAt(i) & 127]!]!;
      if ((state & FOUND) !== 0 && leadsOn(state & FOUND, text, i + 1, json)) return true;
    }
    // An escape can hide the letters of a name.
    return json && text.includes('\\u00');
  }
}

const WORD = 1;
const SHAPE = 2;
const AT_URL = 4;
const DIGITS = 8;
const CODE = 16;
const URL_START = '://';
// A digit stands for any digit.
const SHAPES = [
  ...['eyj', 'bearer ', 'basic ', 'private key', '_live_', '_test_', 'identified by', 'sg.', 'hvs.', 'hvb.', 'ya00.'],
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
const LONG_NUMBERS = ['0000000000000', '0000 0000', '0000-0000'];
const ASSIGNS = /[:=>]/;
const SHIFT = 6;
const FOUND = (1 << SHIFT) - 1;
const STATE = 0xffff ^ FOUND;

// 0 for what occurs in no key; letters without their case; one class for all digits.
const CLASSES = new Uint8Array(128);
for (let i = 0; i < 26; i++) CLASSES[97 + i] = CLASSES[65 + i] = i + 1;
for (let i = 0; i < 10; i++) CLASSES[48 + i] = 27;
for (const [i, sign] of [...' _-.:/'].entries()) CLASSES[sign.charCodeAt(0)] = 28 + i;
CLASSES[9] = CLASSES[32]!;

/** The keys as a table. */
function automaton(keys: readonly (readonly [key: string, what: number])[]): Uint16Array {
  const edges: Map<number, number>[] = [new Map()];
  const what = [0];
  for (const [key, kind] of keys) {
    let state = 0;
    for (const sign of key.slice(0, LONGEST_KEY)) {
      const by = CLASSES[sign.charCodeAt(0)] ?? 0;
      let to = edges[state]!.get(by);
      if (to === undefined) {
        edges[state]!.set(by, (to = edges.length));
        edges.push(new Map());
        what.push(0);
      }
      state = to;
    }
    what[state]! |= kind;
  }
  const next = new Uint16Array(edges.length << SHIFT);
  const fallback = new Array<number>(edges.length).fill(0);
  const queue = [0];
  for (const state of queue) {
    for (let by = 0; by < 1 << SHIFT; by++) {
      const to = edges[state]!.get(by);
      const otherwise = state === 0 ? 0 : next[(fallback[state]! << SHIFT) + by]! >> SHIFT;
      next[(state << SHIFT) + by] = (to ?? otherwise) << SHIFT;
      if (to === undefined) continue;
      fallback[to] = otherwise;
      what[to]! |= what[otherwise]!;
      queue.push(to);
    }
  }
  return next.map((state) => state | what[state >> SHIFT]!);
}

const LONGEST_KEY = 16;

function leadsOn(what: number, text: string, at: number, json: boolean): boolean {
  if ((what & SHAPE) !== 0) return true;
  if ((what & CODE) !== 0 && text[at] === '=' && '?&#;'.includes(text[at - 5] ?? ' ')) return true;
  if (what === CODE) return false;
  if ((what & DIGITS) !== 0 && mayBeCard(text, at - 1)) return true;
  if (what === DIGITS) return false;
  if ((what & AT_URL) !== 0) return hasUser(text, at);
  if ((what & WORD) === 0) return false;
  return (
    (json && isInName(text, at)) ||
    isAssigned(text, at) ||
    isGivenAsName(text, at) ||
    isNamedInYaml(text, at) ||
    isInTag(text, at)
  );
}

// Numbers of 13 digits are everywhere (an ISBN, a time in milliseconds), and cards begin with 2 to 6. Only a run that
// stands alone can be told apart here; whatever touches a letter is looked at more closely.
function mayBeCard(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && isOfNumber(text.charCodeAt(from - 1)) && at - from < LONGEST_NUMBER) from--;
  let to = at + 1;
  while (to < text.length && isOfNumber(text.charCodeAt(to)) && to - at < LONGEST_NUMBER) to++;
  if (at - from >= LONGEST_NUMBER || to - at >= LONGEST_NUMBER || isNameSign(text.charCodeAt(from - 1))) return true;
  const first = text.charCodeAt(from);
  // Most are one number that stands alone, and that its first digit tells.
  if (to - from < LEAST_CARD || ((first < 0x32 || first > 0x36) && isAllDigits(text, from, to))) return false;
  return CARD_START.test(text.slice(from, to));
}

const LONGEST_NUMBER = 64;
const CARD_START = /(?:^|[ -])[2-6]\d{3}(?:[ -]?\d){9}/;

const LEAST_CARD = 13;

function isAllDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) < 0x30 || text.charCodeAt(at) > 0x39) return false;
  return true;
}

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

const NAMED_IN_YAML =
  /(?:name|key|path|field|header|param|parameter|property|attribute|variable|column|label|id):[ \t]{1,8}["']?[\w.$/~-]{1,60}$/i;

const NAMED_IN_ELEMENT =
  /(?:name|key|path|field|header|param|parameter|property|attribute|variable|column|label|id)(?:>|&gt;)\s{0,8}$/i;

// `<password type="text">`, `&lt;password&gt;`, `<name>password</name>`
function isInTag(text: string, from: number): boolean {
  let at = from - 1;
  const least = Math.max(0, from - 60);
  while (at > least && (isNameSign(text.charCodeAt(at)) || text[at] === ':')) at--;
  return (
    text[at] === '<' ||
    text.startsWith('&lt;', at - 3) ||
    NAMED_IN_ELEMENT.test(text.slice(Math.max(0, at - 60), at + 1))
  );
}

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
  // Behind a space only an option of a command line or a quoted text is a value.
  return match !== null && (NOT_JUST_SPACE.test(match[0]) || text.includes('--'));
}

const VALUE_FOLLOWS =
  /(?:%5D|[\]"'`\\]{0,4})(?:\[[\w.]{0,20}\]|%5B[\w.]{0,20}%5D){0,2}(?:\s{0,8}(?:[:=>]|\?\?)|\s{1,8}["']|\s)/iy;

const NOT_JUST_SPACE = /[:=>?]|\s["']/;

function isNameSign(code: number): boolean {
  const by = code < 128 ? CLASSES[code]! : 0;
  return (by > 0 && by < 28) || (by > 28 && by < 32);
}
