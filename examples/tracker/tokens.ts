import { SignJWT } from 'jose';
import { reply, route } from 'oriel-host';
import { z } from 'zod';
import { getOrganisation } from './member.ts';

/** The claim `iss` of the tokens. */
export const TOKEN_ISSUER = 'tracker';

/** `POST /tokens` issues a JSON Web Token for the user of a session or of an API key. It is valid for 15 minutes. */
export const createTokenRoute = (secret: Uint8Array) =>
  route('token', 'POST /tokens', {
    access: 'user',
    summary: 'Issues a token for machines',
    replies: { 201: z.object({ token: z.string(), expiresIn: z.int() }) },
    handle: async ({ user }) => {
      const token = await new SignJWT({ roles: [...user!.roles], organisation: getOrganisation(user) })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(TOKEN_ISSUER)
        .setSubject(user!.id)
        .setIssuedAt()
        .setExpirationTime('15 min')
        .sign(secret);
      return reply(201, { token, expiresIn: 15 * 60 }, { 'Cache-Control': 'no-store' });
    },
  });
