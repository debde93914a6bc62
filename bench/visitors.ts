/** Users of the full stack: each has an access token and a session. */
import { createHmac } from 'node:crypto';

/** The origin of the page that sends their requests. */
export const ORIGIN = 'https://app.example.com';
export const LOCALES = ['en', 'fr', 'de', 'nl'];
export const JWT_SECRET = 'quiet-winter-garden-paper-glass-copper-hollow-violet';
export const SESSION_SECRET = 'river-stone-amber-ocean-signal-island-thunder-night';
/** Starts a session in which `uid` is the ID of the user. */
export const LOGIN_PATH = '/bench/login';

/** Returns a JWT (RFC 7519) with HS256. */
export function accessToken(uid: string, secret = JWT_SECRET): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: uid, roles: ['reader'], iat: 1_700_000_000, exp: 4_102_444_800 };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
