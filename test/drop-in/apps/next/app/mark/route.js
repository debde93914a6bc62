import { mark } from '../../../lib/answers.mjs';

export async function GET({ nextUrl }) {
  return Response.json(await mark(nextUrl.searchParams.get('id')));
}
