import type { Authenticator, Refusal } from './authenticator.ts';

/**
 * The challenges of a firewall in one line for `WWW-Authenticate` (RFC 9110 §11.6.1), one for each authenticator that has
 * a scheme. The one that refused adds why, in the words of RFC 6750 §3.
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
    const why = each === refused?.by ? wordsOf(refused.refusal) : {};
    const challenge = `${each.scheme} ${parameters({ realm, ...each.parameters, ...why })}`;
    if (!seen.has(challenge)) challenges.push(challenge);
    seen.add(challenge);
  }
  // An answer 401 must have one (RFC 9110 §15.5.2), also where a cookie is all that counts.
  return challenges.length > 0 ? challenges.join(', ') : `Session ${parameters({ realm })}`;
}

function wordsOf({ error, detail }: Refusal): Record<string, string> {
  return error === undefined ? {} : { error, error_description: detail };
}

function parameters(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${quoted(value)}"`)
    .join(', ');
}

// In error_description RFC 6750 allows neither quotes nor backslashes, and a header nothing beyond ASCII.
function quoted(value: string): string {
  return value.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
