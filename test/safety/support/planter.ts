import { MARK } from './secret-requests.ts';
import type { Planter } from './secret-requests.ts';
import { SeededRandom } from '../../lib/seeded-random.ts';

/** Returns a planter with the secrets that it has created. The same seed creates the same secrets. */
export function createPlanter(seed: number): { readonly planter: Planter; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const random = new SeededRandom(seed);
  const planter: Planter = {
    random,
    name: () => random.pick(NAMES),
    secret: () => secrets[secrets.push(`${random.letters(4)}${MARK}${random.letters(12)}`) - 1]!,
  };
  return { planter, secrets };
}

const NAMES =
  'password userPassword new-password client_secret clientSecret accessToken refresh_token apiKey X-Api-Key privateKey sessionId PHPSESSID sid csrfToken otp cvv cardNumber iban signature credential AWS_SECRET_ACCESS_KEY jwt'.split(
    ' ',
  );
