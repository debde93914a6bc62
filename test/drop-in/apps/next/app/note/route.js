import { note } from '../../../lib/answers.mjs';

export async function POST(request) {
  return Response.json(note(await request.json()));
}
