import { formatValue, list, text } from 'oriel-core/configuration';
import type { Setting } from 'oriel-core/configuration';

/** A list of trusted origins. @param code of the issue of a value that is not a list */
export function originList(code: string): Setting<readonly string[]> {
  const origin = text({
    matches: isOrigin,
    code: 'ORIEL_SESSIONS_UNSAFE',
    reason: (value) => `${formatValue(value)} is not an origin; it could match any page or none`,
    fix: 'Write each origin as browsers send it: the scheme, the host, and the port unless it is the default',
  });
  return list(origin, { code, fix: 'Use an array: ["https://app.example.com"]' });
}

function isOrigin(value: string): boolean {
  return /^https?:[^*]*$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
