import { types } from 'node:util';
import { ownValue } from 'oriel-core/errors';
import { MASK } from 'oriel-core/redaction';

type Details = Readonly<Record<string, unknown>> | undefined;

/** Masks the parameters in the error of a query that are masked in its details: databases repeat values in their messages. */
export function maskParameters(error: string, details: Details, redacted: Details): string {
  const parameters = details?.['parameters'];
  const shown = redacted?.['parameters'];
  if (!Array.isArray(parameters) || types.isProxy(parameters) || !Array.isArray(shown)) return error;
  let masked = error;
  for (const [index, element] of shown.entries()) {
    const value = element === MASK ? ownValue(parameters, index) : undefined;
    // Shorter values occur in other words.
    if (typeof value === 'string' && value.length >= SHORTEST) masked = masked.replaceAll(value, MASK);
  }
  return masked;
}

const SHORTEST = 4;
