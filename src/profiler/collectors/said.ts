import type { Teller } from '../store/packing/part-writers.ts';
import type { Redactor } from '../redaction/redaction.ts';

/**
 * What somebody said, as a text without secrets and of a length that can be kept. It may be no text at all: loggers are
 * given whatever is at hand.
 */
export function said(words: unknown, redactor: Redactor): string {
  if (typeof words === 'string' && words.length <= LONGEST) return redactor.text(words);
  const kept = redactor.value(words);
  return typeof kept === 'string' ? kept : (JSON.stringify(kept) ?? typeof kept);
}

/** Writes what {@link said} gives. */
export function tellerOf(redactor: Redactor): Teller {
  const way = redactor.ways.text;
  return (to, words) => {
    if (typeof words === 'string' && words.length <= LONGEST) to.word(words, way);
    else to.word(said(words, redactor));
  };
}

const LONGEST = 8_192;
