import { createHmac } from 'node:crypto';

/** A receiver of messages by HTTP. */
export interface WebhookSubscriber {
  /** The URL of POST requests, with `http:` or `https:`. */
  readonly url: string;
  /** The secret: `whsec_` and 24 to 64 bytes in base64. Of several, each signs, so that the receiver can change its secret. */
  readonly secret: string | readonly string[];
  /**
   * The names of the operations whose messages it receives, such as `boats.create`.
   * @default all
   */
  readonly operations?: readonly string[];
}

/**
 * Sends a message by POST with the headers of Standard Webhooks 1.0. Redirects are not followed, and the body of the response is not
 * read. @returns the status of the response
 */
export async function sendWebhook(
  { url, secret }: WebhookSubscriber,
  { id, body }: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [secret]
      .flat()
      .map((text) => signWebhook(text, id, timestamp, body))
      .join(' '),
  };
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

/** Returns the signature of a message by Standard Webhooks 1.0: `v1,` and the HMAC-SHA256 in base64. */
export function signWebhook(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Validates the settings of a subscriber. @throws {TypeError} without the URL or secret in its message */
export function validateSubscriber(name: string, { url, secret }: WebhookSubscriber): void {
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '')
    throw new TypeError(`The URL of the subscriber "${name}" is invalid; use http: or https: without a user name`);
  const secrets = [secret].flat();
  if (secrets.length === 0 || !secrets.every((other) => typeof other === 'string' && SECRET.test(other)))
    throw new TypeError(
      `The secret of the subscriber "${name}" is invalid; use whsec_ and 24 to 64 random bytes in base64`,
    );
}

// 24 bytes have 32 characters in base64, and 64 bytes have 86.
const SECRET = /^whsec_[A-Za-z\d+/]{32,86}={0,2}$/;
