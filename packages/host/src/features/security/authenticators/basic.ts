import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { Memo } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, SecurityServices } from '../authenticator.ts';
import { checkPassword } from '../login-throttle.ts';
import { message } from 'oriel-core/messages';

/**
 * Authenticates accounts of the host by name and password in `Authorization: Basic` (RFC 7617). In production it requires TLS,
 * here or in a trusted proxy, because each request contains the password.
 *
 * @returns an authenticator for `firewalls`
 *
 * @example
 * ```ts
 * import { basic } from 'oriel-host/security';
 * basic().parameters; // => { charset: 'UTF-8' }
 * ```
 */
export function basic(): Authenticator {
  // Hashing is slow on purpose, and each request has the password. The cache has keyed digests only.
  const verified = new Memo<string>(1_000);
  // A key object makes each digest several times faster.
  const secret = createSecretKey(randomBytes(32));
  const digest = (text: string): string => createHmac('sha256', secret).update(text).digest('base64');
  return {
    name: 'basic',
    scheme: 'Basic',
    parameters: { charset: 'UTF-8' },
    ambient: true,
    needs: ['users', 'tls'],
    authenticate(context: HttpContext, services: SecurityServices) {
      const sent = context.headers.get('authorization');
      if (sent === undefined || !/^basic(?: |$)/i.test(sent)) return undefined;
      const credentials = parseCredentials(sent);
      if (credentials === undefined) return refuse(message('authentication.malformed-credentials'));
      return authenticate(credentials, context, services, verified, digest(sent));
    },
  };
}

async function authenticate(
  { name, password }: Credentials,
  context: HttpContext,
  services: SecurityServices,
  verified: Memo<string>,
  digest: string,
): Promise<Authenticated> {
  const known = verified.get(digest);
  if (known !== undefined) {
    const account = await services.users.find(name);
    if (account?.password === known) return account.user;
    verified.delete(digest);
  }
  const checked = await checkPassword(services, context, name, password);
  if (checked === undefined)
    return refuse(message('authentication.wrong-password'), { because: `no account "${name}" with this password` });
  if (checked.password !== undefined) verified.set(digest, checked.password);
  return checked.user;
}

interface Credentials {
  readonly name: string;
  readonly password: string;
}

function parseCredentials(sent: string): Credentials | undefined {
  const encoded = sent.slice(6).trim();
  if (encoded.length > MAX_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    // RFC 7617 §2: no control characters.
    if (colon < 0 || /\p{Cc}/u.test(text)) return undefined;
    return { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MAX_LENGTH = 4_096;
