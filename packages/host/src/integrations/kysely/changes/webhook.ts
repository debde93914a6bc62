import { createHmac } from 'node:crypto';

/** A receiver of messages by HTTP. */
export interface WebhookSubscriber {
  /** The URL of POST requests, with `http:` or `https:`. */
  readonly url: string;
  /**
   * The secret of the signature: `whsec_` and 24 to 64 bytes in base64. Of several secrets, each signs, so that the receiver can
   * change from one to another.
   */
  readonly secret: string | readonly string[];
  /**
   * The names of the operations whose messages it receives, such as `boats.create`.
   * @default all
   */
  readonly operations?: readonly string[];
}

/** The part of a message that is sent. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** A message that the receiver does not want, now or later. */
export class RefusedMessageError extends Error {}

/**
 * Sends a message by POST with the headers of Standard Webhooks 1.0. Redirects are not followed, and the body of the response is not
 * read.
 *
 * @param timestamp seconds since 1970
 * @throws {RefusedMessageError} (as a rejection) if the response is 410, otherwise Error if it is not successful
 */
export async function sendWebhook(
  { url, secret }: WebhookSubscriber,
  { id, body }: WebhookMessage,
  timestamp: number,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [secret]
      .flat()
      .map((each) => signWebhook(each, id, timestamp, body))
      .join(' '),
  };
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  await response.body?.cancel();
  if (response.status === 410) throw new RefusedMessageError('The response was 410');
  if (!response.ok) throw new Error(`The response was ${response.status}`);
}

/** Returns the signature of a message by Standard Webhooks 1.0: `v1,` and the HMAC-SHA256 in base64. */
export function signWebhook(secret: string, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', readSecret(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Validates the settings of a subscriber. @throws {TypeError} without the URL or secret in its message */
export function validateSubscriber(name: string, { url, secret }: WebhookSubscriber): void {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol) || parsed.username + parsed.password !== '')
    throw new TypeError(`The URL of the subscriber "${name}" is invalid; use http: or https: without a user name`);
  const secrets = [secret].flat();
  if (secrets.length === 0 || !secrets.every(isSecret))
    throw new TypeError(
      `The secret of the subscriber "${name}" is invalid; use whsec_ and 24 to 64 random bytes in base64`,
    );
}

function isSecret(secret: unknown): boolean {
  if (typeof secret !== 'string' || !/^whsec_[A-Za-z\d+/]+={0,2}$/.test(secret)) return false;
  const { length } = readSecret(secret);
  return length >= 24 && length <= 64;
}

function readSecret(secret: string): Buffer {
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}
