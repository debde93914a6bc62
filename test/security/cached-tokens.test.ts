import { equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Authenticator } from 'oriel-host/security';
import { TokenMemo } from '../../packages/host/src/features/security/jwt/token-memo.ts';
import type { MemoEntry } from '../../packages/host/src/features/security/jwt/token-memo.ts';
import { authenticateToken } from './authenticate-token.ts';
import { bearer } from './create-bearer.ts';
import { CLAIMS, NOW, signToken } from './sign-token.ts';

const secret = randomBytes(64);

/** Counts how often the tokens of an authenticator are verified. */
function countVerified() {
  let verified = 0;
  const user = ({ sub }: { readonly sub?: unknown }) => (verified++, { id: String(sub), roles: [] });
  const authenticator: Authenticator = bearer({ algorithms: ['HS256'], secret, user, clock: () => NOW });
  return { authenticator, verified: () => verified };
}

function token(number: number, more: object = {}): string {
  return signToken({ alg: 'HS256' }, { ...CLAIMS, sub: `user ${number}`, ...more }, secret);
}

test('20,000 tokens of 1,000 characters are verified once each by default', async () => {
  const { authenticator, verified } = countVerified();
  const tokens = Array.from({ length: 20_000 }, (_, number) => token(number, { note: 'x'.repeat(600) }));
  ok(tokens[0]!.length > 950, `a token has ${tokens[0]!.length} characters`);
  for (let round = 0; round < 2; round++)
    for (const [number, element] of tokens.entries())
      equal(await authenticateToken(authenticator, element), `user ${number}`);
  // Two tokens with the same last characters of the signature replace each other, which is rare.
  ok(verified() <= 20_020, `verified ${verified()} times`);
});

test('the memory of cached tokens is at most its limit for tokens of any length', () => {
  const memo = new TokenMemo(100_000);
  const entry = (number: number, length: number, claims: typeof CLAIMS | undefined): MemoEntry => ({
    ...{ sent: `Bearer ${'x'.repeat(length)}${String(number).padStart(5, '0')}`, claims },
  });
  for (let number = 0; number < 5_000; number++) {
    memo.add(entry(number, (number * 37) % 8_000, number % 2 === 0 ? CLAIMS : undefined));
    ok(memo.bytes <= 100_000, `${memo.bytes} bytes`);
    if (number % 3 === 0) memo.delete(entry(number, (number * 37) % 8_000, undefined).sent);
  }
  ok(memo.size > 5, `${memo.size} tokens`);
  memo.add(entry(9_999, 200_000, undefined));
  ok(memo.size > 5, 'a token larger than the limit removes no others');
});
