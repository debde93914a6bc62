import { isNameKey, isValueKey, sensitivityOfGivenName } from '../text/named-values.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { SqlValue } from './sql-statement.ts';

/**
 * Parameters whose names are values too: those of a statement on a table with a column of names and a column of values, such as
 * `INSERT INTO settings (name, value) VALUES (?, ?)`, and those of a statement whose columns are parameters: `SET ?? = ?`.
 */
export interface NamedRows {
  readonly names: readonly SqlValue[];
  /** Positions (from 0) or names of the parameters that are values. */
  readonly values: ReadonlySet<number | string>;
}

/** Finds the names and values of such a statement; undefined if it has none. */
export function findNamedRows(values: readonly SqlValue[]): NamedRows | undefined {
  const columns = values.filter(({ token }) => token.text === '??');
  if (columns.length > 0)
    return {
      names: columns,
      values: new Set(values.flatMap(({ token, position }) => (token.text === '?' ? [position!] : []))),
    };
  const held = values.filter(({ column, position }) => position !== undefined && isValueKey(column ?? ''));
  if (held.length === 0) return undefined;
  const naming = values.filter(({ column }) => isNameKey(column ?? ''));
  return naming.length === 0 ? undefined : { names: naming, values: new Set(held.map(({ position }) => position!)) };
}

/** Returns the positions and names of the parameters that are secrets because of the names in other parameters or in the text. */
export function secretRows(
  rows: NamedRows | undefined,
  parameters: readonly unknown[],
  names: SecretNames,
): ReadonlySet<number | string> {
  const isSecret = rows?.names.some(({ position, token }) => {
    const name = position === undefined ? token.text.replace(/^\w?['"]|['"]$/g, '') : valueOf(position, parameters);
    return [name].flat().some((each) => typeof each === 'string' && sensitivityOfGivenName(each, names) !== 'harmless');
  });
  return isSecret === true ? rows!.values : NONE;
}

function valueOf(position: number | string, parameters: readonly unknown[]): unknown {
  if (typeof position === 'number') return parameters[position];
  const named = parameters.find((each) => typeof each === 'object' && each !== null) ?? {};
  for (const key of [position, `:${position}`, `$${position}`, `@${position}`]) {
    const member = Object.getOwnPropertyDescriptor(named, key);
    if (member !== undefined) return member.value;
  }
  return undefined;
}

const NONE: ReadonlySet<number | string> = new Set();
