import { HELLO } from '../../../lib/answers.mjs';

export function GET() {
  return Response.json(HELLO);
}
