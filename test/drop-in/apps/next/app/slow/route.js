import { slowParts } from '../../../lib/answers.mjs';

export function GET() {
  return new Response(ReadableStream.from(slowParts()).pipeThrough(new TextEncoderStream()));
}
