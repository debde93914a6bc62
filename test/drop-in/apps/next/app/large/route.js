import { LARGE } from '../../../lib/answers.mjs';

export function GET() {
  return new Response(LARGE);
}
