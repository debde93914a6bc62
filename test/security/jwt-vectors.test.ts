import { equal, ok } from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { BearerOptions } from '../../packages/host/src/features/security/authenticators/bearer.ts';
import type { Algorithm } from '../../packages/host/src/features/security/jwt/verification-key.ts';
import { SignJWT } from 'jose';
import { createTokenVerifier } from '../../packages/host/src/features/security/jwt/token-verifier.ts';
import { authenticateToken } from './authenticate-token.ts';
import { bearer } from './create-bearer.ts';
import { CLAIMS, NOW, signToken } from './sign-token.ts';

const PAYLOAD = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
const RSA = {
  kty: 'RSA',
  n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
  e: 'AQAB',
};
const EC = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const SECRET = Buffer.from(
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'base64url',
);

const RFC_7515: readonly [name: string, token: string, rules: Partial<BearerOptions>][] = [
  [
    'A.1',
    `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${PAYLOAD}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    { algorithms: ['HS256'], secret: SECRET },
  ],
  [
    'A.2',
    `eyJhbGciOiJSUzI1NiJ9.${PAYLOAD}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`,
    { algorithms: ['RS256'], key: RSA },
  ],
  [
    'A.3',
    `eyJhbGciOiJFUzI1NiJ9.${PAYLOAD}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
    { algorithms: ['ES256'], key: EC },
  ],
];

for (const [name, token, rules] of RFC_7515)
  test(`RFC 7515 ${name} is accepted until it expires, and refused with a changed character`, async () => {
    const user = () => ({ id: 'joe', roles: [] });
    const authenticator = (clock: number) =>
      bearer({ algorithms: [], ...rules, issuer: 'joe', user, clock: () => clock });
    const before = authenticator(1_300_819_379_000);
    equal(await authenticateToken(before, token), 'joe');
    equal(await authenticateToken(authenticator(1_300_819_411_000), token), 'the token expired 31 seconds ago');
    for (const position of [3, 40, token.length - 12]) {
      const changed = token.slice(0, position) + (token[position] === 'A' ? 'B' : 'A') + token.slice(position + 1);
      ok((await authenticateToken(before, changed)) !== 'joe', changed);
    }
  });

test('verifies the Ed25519 signature of RFC 8037 A.4', async () => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
  const verifier = createTokenVerifier({ algorithms: ['EdDSA'], key }, 'the test');
  const signature = Buffer.from(
    'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    'base64url',
  );
  const verify = () =>
    verifier.verify(`eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.${signature.toString('base64url')}`);
  // The payload of the example is not JSON. It is parsed only after the signature was verified.
  equal(String(await verify()), 'its claims are not a JSON object without duplicate members');
  signature[0]! ^= 1;
  equal(String(await verify()), 'its signature does not match');
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const [p256, p384, p521] = [curve('P-256'), curve('P-384'), curve('P-521')];
const ed = generateKeyPairSync('ed25519');
const secret = randomBytes(64);

for (const [algorithm, pair] of Object.entries({
  ...{ HS256: secret, HS384: secret, HS512: secret },
  ...{ RS256: rsa, RS384: rsa, RS512: rsa, PS256: rsa, PS384: rsa, PS512: rsa },
  ...{ ES256: p256, ES384: p384, ES512: p521, EdDSA: ed },
}))
  test(`${algorithm}: accepts a token that jose signed, and refuses a changed signature`, async () => {
    const isSecret = pair instanceof Uint8Array;
    const keys: Partial<BearerOptions> = isSecret ? { secret: pair } : { key: pair.publicKey };
    const authenticator = bearer({ algorithms: [algorithm as Algorithm], ...keys, clock: () => NOW });
    const { sub, roles, exp } = CLAIMS;
    const token = await new SignJWT({ roles })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(sub)
      .setExpirationTime(exp)
      .sign(isSecret ? pair : pair.privateKey);
    equal(await authenticateToken(authenticator, token), 'ada');
    equal(
      await authenticateToken(authenticator, signToken({ alg: algorithm }, CLAIMS, isSecret ? pair : pair.privateKey)),
      'ada',
    );
    const forged = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
    ok((await authenticateToken(authenticator, forged)) !== 'ada');
  });
