import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import { isMaskedAs, isValueKey, sensitivityNamedBy } from './named-values.ts';

/**
 * Masks the values of HTML and XML elements whose name is another attribute, in any order and with or without quotation
 * marks: `<input name="password" type="text" value="x">`, `<meta name="csrf-token" content="x">`, `<input type=password
 * value=x>`. Takes linear time.
 */
export function maskAttributes(text: string, names: SecretNames): string {
  return text.includes('<') ? text.replace(TAG, (tag) => maskTag(tag, names)) : text;
}

function maskTag(tag: string, names: SecretNames): string {
  const verdict = sensitivityOfTag(tag, names);
  if (verdict === 'harmless') return tag;
  return tag.replace(ATTRIBUTE, (whole, front: string, name: string, value: string) => {
    if (!VALUE_ATTRIBUTE.test(name) && !isValueKey(name)) return whole;
    const quote = quoteOf(value);
    return isMaskedAs(verdict, unquoted(value)) ? front + quote + MASK + quote : whole;
  });
}

function sensitivityOfTag(tag: string, names: SecretNames): Sensitivity {
  for (const [, , name = '', value = ''] of tag.matchAll(ATTRIBUTE)) {
    const verdict = sensitivityNamedBy(name, unquoted(value), names);
    if (verdict !== 'harmless') return verdict;
  }
  return 'harmless';
}

function quoteOf(value: string): string {
  return value.startsWith('"') || value.startsWith("'") ? value[0]! : '';
}

function unquoted(value: string): string {
  return quoteOf(value) === '' ? value : value.slice(1, -1);
}

const TAG = /<[a-z][\w:-]{0,60}\s(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^<>"']){1,4000}>/gi;
const ATTRIBUTE = /(\s([a-z][\w:-]{0,60})\s{0,4}=\s{0,4})("[^"]*"|'[^']*'|[^\s"'<>`]+)/gi;
const VALUE_ATTRIBUTE = /^content$/i;
