import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { isMaskedAs } from './named-values.ts';

/**
 * Masks the values in messages of databases about a violated constraint: `Key (token)=(x) already exists.` of PostgreSQL and
 * `Duplicate entry 'x' for key 'users.token'` of MySQL.
 */
export function maskDatabaseErrors(text: string, names: SecretNames): string {
  return text
    .replace(DETAIL, (whole, front: string, columns: string, middle: string, values: string) =>
      isAnySecret(columns.split(','), values, names) ? front + columns + middle + MASK : whole,
    )
    .replace(DUPLICATE, (whole, front: string, value: string, middle: string, key: string) =>
      isAnySecret([key.split('.').at(-1)!], value, names) ? front + MASK + middle + key : whole,
    );
}

function isAnySecret(columns: readonly string[], value: string, names: SecretNames): boolean {
  return columns.some((column) => isMaskedAs(names.of(column.trim()), value));
}

const DETAIL = /(\bKey \()([^()\n]{1,500})(\)=\()([^)\n]{1,4000})/g;
const DUPLICATE = /(\bDuplicate entry ')(.{1,4000}?)(' for key ')([^'\n]{1,200})/g;
