import { parts } from '../../../lib/answers.mjs';

export function GET() {
  return new Response(ReadableStream.from(parts()).pipeThrough(new TextEncoderStream()));
}
