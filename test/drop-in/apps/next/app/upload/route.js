import { sizeOf } from '../../../lib/answers.mjs';

export async function POST({ body }) {
  return Response.json({ bytes: await sizeOf(body) });
}
