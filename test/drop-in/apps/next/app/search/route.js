import { found } from '../../../lib/answers.mjs';

export function GET({ nextUrl }) {
  return Response.json(found(Object.fromEntries(nextUrl.searchParams)));
}
