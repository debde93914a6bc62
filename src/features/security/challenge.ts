import type { Authenticator, Refusal } from './authenticator.ts';

/**
 * Formats the challenges of a firewall for `WWW-Authenticate` (RFC 9110 §11.6.1), one for each authenticator with a scheme. The
 * challenge of the authenticator that refused has the parameters `error` and `error_description` (RFC 6750 §3).
 */
export function challengesOf(
  authenticators: readonly Authenticator[],
  realm: string,
  refused?: { readonly by: Authenticator; readonly refusal: Refusal },
): string {
  const seen = new Set<string>();
  const challenges: string[] = [];
  for (const each of authenticators) {
    if (each.scheme === undefined) continue;
    const reason = each === refused?.by ? errorParameters(refused.refusal) : {};
    const challenge = `${each.scheme} ${parameters({ realm, ...each.parameters, ...reason })}`;
    if (!seen.has(challenge)) challenges.push(challenge);
    seen.add(challenge);
  }
  // A response 401 must have a challenge (RFC 9110 §15.5.2), even if the only credentials are cookies.
  return challenges.length > 0 ? challenges.join(', ') : `Session ${parameters({ realm })}`;
}

function errorParameters({ error, detail }: Refusal): Record<string, string> {
  return error === undefined ? {} : { error, error_description: detail };
}

function parameters(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${quoted(value)}"`)
    .join(', ');
}

// RFC 6750 allows neither quotes nor backslashes in error_description, and headers only have ASCII.
function quoted(value: string): string {
  return value.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
