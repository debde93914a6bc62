import { throwSync } from '../../../lib/answers.mjs';

export function GET() {
  throwSync();
}
