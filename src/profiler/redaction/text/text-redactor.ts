import { maskTokens } from '../../../core/redaction/mask-tokens.ts';
import { MASK } from '../../../core/redaction/sensitivity.ts';
import { isAuthorizationCode } from '../../../core/redaction/redact-url.ts';
import { maskInserts } from '../sql/mask-inserts.ts';
import { maskAssignments } from './mask-assignments.ts';
import { maskCommands } from './mask-commands.ts';
import { maskDatabaseErrors } from './mask-database-errors.ts';
import { maskHtmlTables } from './mask-html-tables.ts';
import { maskTables } from './mask-tables.ts';
import { maskPairs } from './named-values.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { SecretScanner } from './secret-scanner.ts';

/**
 * Masks secrets in text such as log messages, SQL and source lines. Takes linear time; a text without secrets is read once
 * and returned unchanged.
 */
export class TextRedactor {
  readonly #names: SecretNames;
  readonly #scanner: SecretScanner;

  constructor(names: SecretNames) {
    this.#names = names;
    this.#scanner = new SecretScanner(names.hints, names.unforeseeable);
  }

  redact(text: string): string {
    if (text.length < MIN_LENGTH || !this.#scanner.mayContainSecret(text)) return text;
    const assigned = maskAssignments(maskCommands(maskShapes(text)), this.#names);
    return STEPS.reduce((result, mask) => mask(result, this.#names), assigned);
  }

  /** Returns whether JSON text may contain a secret. */
  mayContainSecretJson(text: string): boolean {
    return this.#scanner.mayContainSecret(text, true);
  }
}

const MIN_LENGTH = 5;
const STEPS = [maskPairs, maskDatabaseErrors, maskInserts, maskHtmlTables, maskTables];

/** Masks secrets that are recognisable by their form, such as tokens with a known prefix and card numbers. */
export function maskShapes(text: string): string {
  let isOauth: boolean | undefined;
  return maskTokens(text)
    .replace(PRIVATE_KEY, MASK)
    .replace(KEYS, MASK)
    .replace(USER_INFO, maskUserInfo)
    .replace(BEARER, maskBearer)
    .replace(BASIC, maskBasic)
    .replace(CARD, maskCard)
    .replace(CODE, (whole, front: string, value: string) =>
      isAuthorizationCode(value, (isOauth ??= OAUTH.test(text))) ? front + MASK : whole,
    );
}

// A truncated key has no end; then everything after its beginning is masked.
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----END))*(?:-----END [A-Z0-9 ]{0,40}-----)?/g;
const KEYS =
  /(?<![A-Za-z0-9])(?:[a-z]{2,8}_(?:live|test)_\w{8,}|whsec_\w{8,}|sk-[\w-]{12,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}|pypi-[\w-]{16,}|xox[a-z]-[\w-]{8,}|A[KS]IA[0-9A-Z]{12,20}|AIza[\w-]{20,}|npm_\w{20,}|(?:SG|hv[sb]|ya29)\.[\w.-]{12,}|dop_v1_\w{16,}|shp[a-z]{2}_\w{16,})/g;
const USER_INFO = /:\/\/([^\s/@'"`<>]{1,400})@/g;
const BEARER = /(?<!\w)(bearer[ \t]{1,4})([\w.~+/=-]{6,})/gi;
const BASIC = /(?<!\w)(basic[ \t]{1,4})([\w+/-]{4,}={0,2})(?![\w="])/gi;
// The code that an issuer adds to the redirect URL of a login.
const CODE = /([?&#;]code=)([^&\s"'`<>#\\]{1,2000})/g;
const OAUTH = /[?&#;](?:state|grant_type|session_state|redirect_uri|client_id)=/;
const CARD = /(?<![\w.])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\w-]|\.\d)/g;

function maskUserInfo(_whole: string, info: string): string {
  const colon = info.indexOf(':');
  return colon < 0 ? `://${MASK}@` : `://${info.slice(0, colon)}:${MASK}@`;
}

// "Bearer authentication" is prose, and `Bearer realm=` is a challenge.
function maskBearer(whole: string, scheme: string, value: string): string {
  return PROSE.test(value) ? whole : scheme + MASK;
}

const PROSE = /^(?:[a-z]{1,16}[.]?|[a-z_]{1,20}=)$/;

function maskBasic(whole: string, scheme: string, value: string): string {
  return Buffer.from(value, 'base64').includes(0x3a) ? scheme + MASK : whole;
}

function maskCard(whole: string): string {
  const digits = whole.replace(/\D/g, '');
  const lengths = CARD_LENGTHS[digits[0]!] ?? [];
  return lengths.includes(digits.length) && isLuhnValid(digits) ? MASK : whole;
}

// Lengths by the first digit, because one in ten numbers passes the Luhn check by chance.
const CARD_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  '2': [16],
  '3': [14, 15, 16],
  '4': [13, 16, 19],
  '5': [16],
  '6': [16, 17, 18, 19],
};

function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
