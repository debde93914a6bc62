import type { Refusal } from './write-errors.ts';

/**
 * Returns the constraint that PostgreSQL reported, from its SQLSTATE and columns; undefined for other errors.
 *
 * @param deleting whether rows were deleted
 */
export function postgresRefusal(error: unknown, deleting = false): Refusal | undefined {
  const { code, column, constraint, detail = '' } = (error ?? {}) as Record<string, string | undefined>;
  if (typeof code !== 'string' || code.length !== 5) return undefined;
  const columns = column === undefined ? getColumns(detail) : [column];
  switch (code) {
    case '23505':
      return { kind: 'unique', columns, constraint };
    // A unique constraint with other operators than equality.
    case '23P01':
      return { kind: 'exclusion', columns, constraint };
    case '23503':
      // Both sides of a link have the same code; only the detail differs, and it may be in another language.
      return deleting || /is still referenced/.test(detail)
        ? { kind: 'referenced', columns: [], constraint }
        : { kind: 'missing', columns, constraint };
    case '23001':
      return { kind: 'referenced', columns: [], constraint };
    case '23502':
      return { kind: 'null', columns };
    case '23514':
      return { kind: 'check', columns: [], constraint };
    default:
      return code.startsWith('22') ? { kind: 'value', columns: [], constraint } : undefined;
  }
}

/**
 * Returns the columns whose value PostgreSQL may have refused. It names the parameter, the value or the limit, but no column.
 *
 * @param values the written values by column, in the order of their parameters
 */
export function postgresValueColumns(error: unknown, values: ReadonlyMap<string, unknown>): string[] {
  const { message = '', detail = '', where = '' } = (error ?? {}) as Record<string, string | undefined>;
  const parameter = /portal parameter \$(\d+)/.exec(where)?.[1];
  if (parameter !== undefined) return [...values.keys()].slice(Number(parameter) - 1, Number(parameter));
  const refuses = refusalOfValue(message, detail);
  return [...values].filter(([, value]) => refuses(value)).map(([column]) => column);
}

function refusalOfValue(message: string, detail: string): (value: unknown) => boolean {
  const length = /too long for type (?:character|bit)[\w ]{0,30}\((\d+)\)/.exec(message)?.[1];
  if (length !== undefined) return (value) => typeof value === 'string' && [...value].length > Number(length);
  const digits = /scale (\d+) must round to an absolute value less than (?:10\^(\d+)|1)/.exec(detail);
  if (digits) {
    const [, scale, power = '0'] = digits;
    const least = 10 ** Number(power) - 0.5 * 10 ** -Number(scale);
    return (value) => isNumeric(value) && Math.abs(Number(value)) >= least;
  }
  const type = /^(smallint|integer|bigint) out of range/.exec(message)?.[1];
  if (type !== undefined) return (value) => isNumeric(value) && isOutside(BITS[type]!, Number(value));
  const quoted = /"((?:[^"]|"")*)"/.exec(message)?.[1];
  return (value) => quoted !== undefined && (typeof value === 'string' || isNumeric(value)) && String(value) === quoted;
}

const BITS: Readonly<Record<string, number>> = { smallint: 15, integer: 31, bigint: 63 };

function isOutside(bits: number, value: number): boolean {
  return value >= 2 ** bits || value < -(2 ** bits);
}

function isNumeric(value: unknown): value is number | bigint | string {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

// For example: `Key (name, country)=(Berlin, DE) already exists.` An index of expressions has `Key (lower(name::text))=(berlin)`.
// In French it is `La clé « (name)=(Berlin) » existe déjà.`
function getColumns(detail: string): string[] {
  const key = /^[^()]{0,40}\((.*?)\)=\(/.exec(detail)?.[1] ?? '';
  return [...key.replaceAll(CAST, '').matchAll(IDENTIFIER)].map(([, quoted, bare]) => quoted ?? bare!);
}

const CAST = /::(?:"[^"]*"|[\w .]+)(?:\[\])?/g;
const IDENTIFIER = /"([^"]+)"|([\p{L}_][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$(])/gu;
