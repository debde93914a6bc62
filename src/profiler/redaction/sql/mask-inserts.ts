import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { findValues } from './sql-statement.ts';
import { maskTokens, sqlTokens } from './sql-tokens.ts';

/**
 * Masks texts in statements such as `INSERT INTO users (name, password) VALUES ('ada', 'x')` within other text, where the name is
 * not beside the value.
 */
export function maskInserts(text: string, names: SecretNames): string {
  INSERT.lastIndex = 0;
  let result = '';
  let done = 0;
  for (let match = INSERT.exec(text); match; match = INSERT.exec(text)) {
    const statement = text.slice(match.index, match.index + MAX_LENGTH);
    result += text.slice(done, match.index) + maskStatement(statement, names);
    done = INSERT.lastIndex = match.index + statement.length;
  }
  return result + text.slice(done);
}

function maskStatement(sql: string, names: SecretNames): string {
  const tokens = sqlTokens(sql, sql.includes('\\') ? 'mysql' : 'standard');
  const secrets = findValues(tokens).filter(({ token, column, position }) => {
    const verdict = column === undefined || position !== undefined ? 'harmless' : names.of(column);
    return verdict === 'secret' || (verdict === 'counted' && token.kind === 'text');
  });
  return maskTokens(
    sql,
    secrets.map(({ token }) => token),
  );
}

const INSERT = /\b(?:insert|replace)\s(?:[\w\s]{0,40}\s)?into\s/gi;
const MAX_LENGTH = 16_384;
