import { userOf } from '../../../lib/answers.mjs';

export function GET({ headers }) {
  return Response.json(userOf(headers.get('authorization')) ?? null);
}
