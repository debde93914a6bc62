import type { Redactor } from '../redaction/redaction.ts';

/** Returns a value as a redacted text of bounded length. The value may be of any type: loggers accept everything. */
export function redactedText(value: unknown, redactor: Redactor): string {
  if (typeof value === 'string' && value.length <= LONGEST) return redactor.text(value);
  const redacted = redactor.value(value);
  return typeof redacted === 'string' ? redacted : (JSON.stringify(redacted) ?? typeof redacted);
}

const LONGEST = 8_192;
