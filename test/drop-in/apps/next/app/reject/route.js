import { throwLater } from '../../../lib/answers.mjs';

export async function GET() {
  await throwLater();
}
